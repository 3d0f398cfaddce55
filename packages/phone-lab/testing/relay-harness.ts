import { type Lab, startLab } from '../src/lab.ts';
import type { LedgerEntry } from '../src/ledger.ts';
import { type Answer, type Hit, sdk, startApp, type TestApp, twiml } from './app.ts';
import { type RelayApp, type RelayPeer, startRelayApp } from './relay-app.ts';

export const from = '+15005550006';
export const to = '+15005550010';

/** A lab, an application behind it and its relay server, with the test at the other end of every call. */
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

  /** A call that is up, with its socket. */
  async connect(
    attributes = '',
    inner = '',
    url = `${this.relay.url}/relay`,
  ): Promise<{ sid: string; peer: RelayPeer }> {
    const document = twiml(
      `<Connect action="${this.app.url}/done"><ConversationRelay url="${url}" ${attributes}>${inner}</ConversationRelay></Connect>`,
    );
    const { sid } = await sdk(this.lab).calls.create({ to, from, twiml: document });
    await this.lab.waitFor(
      (entry) => entry.kind === 'progress' && entry.event === 'ringing' && entry.callSid === sid,
    );
    this.lab.answer(sid);
    return { sid, peer: await this.relay.peer(sid) };
  }

  /** What the carrier tells when the session is over. */
  action(sid: string): Promise<Hit> {
    return this.app.hit('/done', (hit) => hit.params.CallSid === sid);
  }

  said(sid: string): string[] {
    return this.lab
      .ledger(sid)
      .flatMap((entry) =>
        entry.kind === 'said' ? [`${entry.by}: ${entry.text}${entry.cut ? ' —' : ''}`] : [],
      );
  }

  heard(sid: string, text: string): Promise<LedgerEntry> {
    return this.lab.waitFor(
      (entry) => entry.callSid === sid && entry.kind === 'said' && entry.text.includes(text),
    );
  }
}
