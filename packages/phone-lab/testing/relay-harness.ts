import { type Lab, startLab } from '../src/lab.ts';
import type { LedgerEntry } from '../src/ledger.ts';
import { type Answer, type Hit, startApp, type TestApp, twiml } from './app.ts';
import { placeAndAnswer, said, waitForSaid } from './calls.ts';
import { type RelayApp, type RelayMessage, type RelayPeer, startRelayApp } from './relay-app.ts';

/** A lab, an application and its relay server; the test is the other party of every call. */
export class RelayHarness {
  readonly lab: Lab;
  readonly app: TestApp;
  readonly relay: RelayApp;

  private constructor(lab: Lab, app: TestApp, relay: RelayApp) {
    this.lab = lab;
    this.app = app;
    this.relay = relay;
  }

  static async start(answers: Record<string, string | ((hit: Hit) => Answer)> = {}): Promise<RelayHarness> {
    const lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset' } });
    const app = await startApp(() => lab, { '/done': twiml('<Say>Afterwards.</Say>'), ...answers });
    return new RelayHarness(lab, app, await startRelayApp(() => lab));
  }

  async stop(): Promise<void> {
    await this.relay.close();
    await this.app.close();
    await this.lab.stop();
  }

  /** An answered call with its socket. */
  async connect(
    attributes = '',
    inner = '',
    url = `${this.relay.url}/relay`,
  ): Promise<{ sid: string; peer: RelayPeer }> {
    const sid = await placeAndAnswer(
      this.lab,
      `<Connect action="${this.app.url}/done"><ConversationRelay url="${url}" ${attributes}>${inner}</ConversationRelay></Connect>`,
    );
    return { sid, peer: await this.relay.peer(sid) };
  }

  /** The `action` request that the carrier sends when the session is over. */
  action(sid: string): Promise<Hit> {
    return this.app.hit('/done', (hit) => hit.params.CallSid === sid);
  }

  said(sid: string): string[] {
    return said(this.lab, sid);
  }

  waitForSaid(sid: string, text: string): Promise<LedgerEntry> {
    return waitForSaid(this.lab, sid, text);
  }

  /** The agent has said these words, in a session with `events="tokens-played"`. */
  playing(peer: RelayPeer, words: string): Promise<RelayMessage> {
    return peer.next(
      'info',
      (message) => message.name === 'tokensPlayed' && String(message.value).includes(words),
    );
  }
}
