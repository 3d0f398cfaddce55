import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as z from 'zod';
import type { CallJson } from './call-view.ts';
import { sign, signatureHeader } from './signature.ts';
import type { Step } from './steps.ts';

/** The other end of a call: what it says to what it has heard, nothing (null), or that it hangs up. */
export type Party = (heard: string) => string | null | typeof hangsUp;
export const hangsUp = Symbol('hangs up');

/** Whom a call is forwarded to: the key that is pressed after the briefing; null: they press none. */
export type Colleague = (briefing: string) => string | null;

export interface CallOptions {
  readonly secret: string;
  /** Where events go. */
  readonly events: string;
  readonly tag: string | null;
  /** Null: nobody answers. */
  readonly party: Party | null;
  /** Null: nobody answers. */
  readonly colleague: () => Colleague | null;
  /** True while events are lost on their way. */
  readonly losesEvents: () => boolean;
}

const fromServer = z.discriminatedUnion('op', [
  z.object({ op: z.literal('speak'), text: z.string(), done: z.boolean(), mayCut: z.boolean() }),
  z.object({ op: z.literal('keys'), keys: z.string() }),
  z.object({
    op: z.literal('close'),
    next: z.enum(['end', 'transfer']),
    to: z.string().nullable(),
    why: z.string().nullable(),
  }),
]);
const stepsAnswer = z.object({ steps: z.array(z.custom<Step>()).optional() });

/** One call at the carrier's end: sends events, carries out steps, and speaks for the other party on a text session. */
export class EmulatedCall {
  readonly done: Promise<void>;
  /** Every step that was carried out, without the data of sessions. */
  readonly steps: string[] = [];
  /** Statuses of events that the server refused. */
  readonly refusals: number[] = [];
  readonly #options: CallOptions;
  readonly #finished = Promise.withResolvers<void>();
  #json: CallJson;
  #socket: WebSocket | null = null;

  constructor(json: CallJson, options: CallOptions) {
    this.#json = json;
    this.#options = options;
    this.done = this.#finished.promise;
  }

  get json(): CallJson {
    return this.#json;
  }

  /** An outbound call: dials, rings, and asks what to do when somebody answers. */
  async dial(): Promise<void> {
    for (const state of ['dialing', 'ringing'] as const) await this.#move({ state });
    if (this.#options.party === null || this.isOver) return;
    await this.#move({ state: 'talking', answeredBy: 'person' });
    await this.#run(await this.#send('answered'));
  }

  /** An inbound call. */
  async ring(): Promise<void> {
    this.#json = { ...this.#json, state: 'ringing' };
    const steps = await this.#send('incoming');
    if (!steps.some((step) => step.do === 'refuse')) this.#json = { ...this.#json, state: 'talking' };
    await this.#run(steps);
  }

  get isOver(): boolean {
    return this.#json.state === 'done';
  }

  async end(): Promise<void> {
    await this.#finish(this.#json.state === 'talking' ? 'ok' : 'canceled');
  }

  async continueWith(steps: readonly Step[]): Promise<void> {
    this.#leaveSession();
    await this.#run(steps);
  }

  /** The network fails: the socket goes, the call does not. */
  loseSocket(): void {
    this.#socket?.terminate();
  }

  async #run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      if (this.isOver) return;
      this.steps.push(step.do === 'speak' ? `speak: ${step.text}` : step.do);
      if (step.do === 'hang-up') await this.#finish('ok');
      else if (step.do === 'refuse') await this.#finish('busy');
      else if (step.do === 'text-session') return this.#textSession(step);
      else if (step.do === 'forward') return this.#forward(step);
    }
  }

  async #textSession({
    url,
    data,
    session: number,
  }: Extract<Step, { do: 'text-session' | 'audio-session' }>): Promise<void> {
    const socket = new WebSocket(url, {
      headers: { [signatureHeader]: sign(this.#options.secret, url, '') },
    });
    this.#socket = socket;
    let wanted = null as object | null;
    socket.on('error', () => {});
    socket.on('message', (message) => {
      const said = fromServer.parse(JSON.parse(String(message)));
      if (said.op === 'close') {
        wanted = { next: said.next, to: said.to, why: said.why };
        socket.close(1000);
      } else if (said.op === 'speak') this.#hear(socket, said);
    });
    socket.on('open', () => socket.send(JSON.stringify({ op: 'begin', call: this.#json.id, data })));
    await once(socket, 'close');
    // The call has ended, or continues with other steps.
    if (this.#socket !== socket) return;
    this.#socket = null;
    const session =
      wanted === null ? { number, closed: 'lost', next: null } : { number, closed: 'by-you', ...wanted };
    await this.#run(await this.#send('session-closed', { session }));
  }

  /** Calls a colleague, who is joined when the server says so; both hang up then. What is next is asked afterwards. */
  async #forward({ session, ask }: Extract<Step, { do: 'forward' }>): Promise<void> {
    const colleague = this.#options.colleague();
    const joined = colleague !== null && (!ask || (await this.#takes(colleague, session)));
    const result = colleague === null ? 'no-answer' : 'ok';
    await this.#run(await this.#send('forward-over', { forward: { session, joined, result } }));
  }

  async #takes(colleague: Colleague, session: number): Promise<boolean> {
    const asked = await this.#send('colleague-answered', { forward: { session } });
    const question = asked.find((step) => step.do === 'ask-key');
    const key = question === undefined ? null : colleague(question.text);
    if (key === null) return false;
    const steps = await this.#send('colleague-key', { forward: { session, key } });
    return steps.some((step) => step.do === 'join');
  }

  #heard = '';

  #hear(socket: WebSocket, { text, done }: { text: string; done: boolean }): void {
    this.#heard += text;
    if (!done) return;
    const heard = this.#heard;
    this.#heard = '';
    socket.send(JSON.stringify({ op: 'spoken', text: heard }));
    const reply = this.#options.party?.(heard) ?? null;
    if (reply === hangsUp) void this.#finish('ok');
    else if (reply !== null) socket.send(JSON.stringify({ op: 'heard', text: reply, final: true }));
  }

  async #finish(result: NonNullable<CallJson['result']>): Promise<void> {
    if (this.isOver) return;
    const endedMs = Date.now();
    const talkedSeconds = this.#json.state === 'talking' ? 1 : null;
    this.#leaveSession();
    await this.#move({ state: 'done', result, endedMs, talkedSeconds });
    this.#finished.resolve();
  }

  #leaveSession(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  async #move(changes: Partial<CallJson>): Promise<void> {
    this.#json = { ...this.#json, ...changes };
    await this.#send('state');
  }

  /** The steps of the answer; none when the server refuses. */
  async #send(event: string, more: object = {}): Promise<readonly Step[]> {
    const { events, tag, secret, losesEvents } = this.#options;
    if (losesEvents()) return [];
    const body = JSON.stringify({ event, call: this.#json, tag, ...more });
    const headers = { 'content-type': 'application/json', [signatureHeader]: sign(secret, events, body) };
    const response = await fetch(events, { method: 'POST', headers, body }).catch(() => null);
    if (!response?.ok) {
      this.refusals.push(response?.status ?? 0);
      await response?.body?.cancel();
      return [];
    }
    return stepsAnswer.parse(await response.json()).steps ?? [];
  }
}
