import { type Lab, type LabOptions, startLab } from '../src/lab.ts';
import type { LedgerEntry } from '../src/ledger.ts';
import { startApp, type TestApp, twiml } from './app.ts';
import { placeAndAnswer, problems, said, to, waitForSaid } from './calls.ts';
import { type StreamApp, type StreamPeer, startStreamApp } from './stream-app.ts';

/** Sound without words. */
export function noise(seconds: number): Buffer {
  return Buffer.alloc(8000 * seconds, Buffer.from([0x10, 0x22, 0x90, 0xa2]));
}

/** A lab, an application and its media-stream server; the test is the other party of every call. */
export class StreamHarness {
  readonly lab: Lab;
  readonly app: TestApp;
  readonly media: StreamApp;

  private constructor(lab: Lab, app: TestApp, media: StreamApp) {
    this.lab = lab;
    this.app = app;
    this.media = media;
  }

  static async start(options: LabOptions = {}): Promise<StreamHarness> {
    const lab = await startLab({ speed: 10, cps: 1000, callees: { default: 'handset' }, ...options });
    const app = await startApp(() => lab, { '/done': twiml('<Say>Afterwards.</Say>'), '/events': '' });
    return new StreamHarness(lab, app, await startStreamApp(() => lab));
  }

  async stop(): Promise<void> {
    await this.media.close();
    await this.app.close();
    await this.lab.stop();
  }

  place(document: string, number = to): Promise<string> {
    return placeAndAnswer(this.lab, document, { to: number });
  }

  /** An answered call with its stream; after the stream it says `Next verb.` */
  async connect(
    attributes = '',
    inner = '',
    path = '/media',
    number = to,
  ): Promise<{ sid: string; peer: StreamPeer }> {
    const stream = `<Stream url="${this.media.url}${path}" ${attributes}>${inner}</Stream>`;
    const sid = await this.place(`<Connect>${stream}</Connect><Say>Next verb.</Say>`, number);
    return { sid, peer: await this.media.peer(sid) };
  }

  problems(sid: string): string[] {
    return problems(this.lab, sid);
  }

  said(sid: string): string[] {
    return said(this.lab, sid);
  }

  waitForSaid(sid: string, text: string): Promise<LedgerEntry> {
    return waitForSaid(this.lab, sid, text);
  }

  /** How much of what the application played was heard, and how much was cleared before. */
  heard(sid: string): { ms: number; clearedMs: number }[] {
    return this.lab
      .ledger(sid)
      .flatMap((entry) => (entry.kind === 'heard' ? [{ ms: entry.ms, clearedMs: entry.clearedMs }] : []));
  }
}
