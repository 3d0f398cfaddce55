import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import * as z from 'zod';
import type { JsonCarrierAccount } from './account.ts';
import type { CallJson } from './call-view.ts';
import { type Colleague, EmulatedCall, type Party } from './emulated-call.ts';
import type { Step } from './steps.ts';

const order = z.object({
  to: z.string(),
  from: z.string(),
  maxSeconds: z.int(),
  tag: z.string(),
  events: z.url(),
});

const textOrder = z.object({ to: z.string(), from: z.string(), body: z.string() });

/** Faults of the API, as long as they are set. */
export interface Faults {
  /** How many requests are answered with 429. */
  busy?: number;
  /** Fails before or after a call is created, or does not answer although it is created. */
  create?: 'fails-before' | 'fails-after' | 'no-answer';
  /** Requests about calls fail. */
  reads?: boolean;
  /** Events do not arrive. */
  losesEvents?: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const number = '+15005550077';
const missing: Answer = { status: 404, body: { problem: 'no-such-call' } };

/** The JSON carrier itself, on loopback: its REST API, its events, and its end of the voice sockets. */
export class JsonCarrierEmulator {
  readonly account: JsonCarrierAccount;
  readonly number = number;
  readonly calls: EmulatedCall[] = [];
  readonly texts: z.infer<typeof textOrder>[] = [];
  faults: Faults = {};
  /** Who answers calls. */
  party: Party | null = () => null;
  /** Whom calls are forwarded to. */
  colleague: Colleague | null = null;
  readonly #server: Server;
  #numberEvents: string | null = null;

  private constructor(server: Server, id: string) {
    const { port } = server.address() as AddressInfo;
    this.#server = server;
    this.account = { id, secret: `secret of ${id}`, apiUrl: `http://127.0.0.1:${port}` };
    server.on('request', (request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
  }

  static async start(id = 'account-1'): Promise<JsonCarrierEmulator> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new JsonCarrierEmulator(server, id);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  call(id: string): EmulatedCall | undefined {
    return this.calls.find(({ json }) => json.id === id);
  }

  /** Somebody calls our number. */
  callIn(from: string | null, party: Party): EmulatedCall {
    const call = this.#add({ from, to: number }, { tag: null, events: this.#numberEvents ?? '', party });
    void call.ring();
    return call;
  }

  #add(
    numbers: Pick<CallJson, 'from' | 'to'>,
    options: { tag: string | null; events: string; party: Party | null },
  ): EmulatedCall {
    const json: CallJson = {
      ...{ id: `call-${this.calls.length + 1}`, state: 'new', result: null, ...numbers },
      ...{ createdMs: Date.now(), endedMs: null, talkedSeconds: null, answeredBy: null },
    };
    const call = new EmulatedCall(json, {
      ...options,
      secret: this.account.secret,
      colleague: () => this.colleague,
      losesEvents: () => this.faults.losesEvents ?? false,
    });
    this.calls.push(call);
    return call;
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { id, secret } = this.account;
    const body: unknown = request.method === 'GET' ? null : await readJson(request);
    if (request.headers.authorization !== `Key ${id}.${secret}`) return { status: 401, body: {} };
    if ((this.faults.busy ?? 0) > 0) {
      this.faults.busy = (this.faults.busy ?? 0) - 1;
      return { status: 429, body: {} };
    }
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, what, which, act] = url.pathname.split('/');
    if (what === 'texts') return this.#sendText(textOrder.parse(body));
    if (what === 'numbers') return this.#numbers(which, body);
    if (request.method === 'POST' && which === undefined) return this.#create(order.parse(body));
    if (this.faults.reads) return { status: 503, body: {} };
    if (which === undefined) return { status: 200, body: { calls: this.#search(url.searchParams) } };
    const call = this.call(which);
    if (!call) return missing;
    return act === 'actions' ? this.#act(call, body) : { status: 200, body: call.json };
  }

  async #create({ to, from, tag, events }: z.infer<typeof order>): Promise<Answer> {
    if (this.faults.create === 'fails-before') return { status: 503, body: {} };
    if (to.includes('5550001')) return { status: 422, body: { problem: 'bad-number' } };
    if (from !== number) return { status: 422, body: { problem: 'caller-not-yours' } };
    const call = this.#add({ from, to }, { tag, events, party: this.party });
    void call.dial();
    if (this.faults.create === 'fails-after') return { status: 500, body: {} };
    if (this.faults.create === 'no-answer') await once(this.#server, 'close');
    return { status: 201, body: call.json };
  }

  async #sendText(text: z.infer<typeof textOrder>): Promise<Answer> {
    if (this.faults.create === 'fails-before') return { status: 503, body: {} };
    if (text.to.includes('5550001')) return { status: 422, body: { problem: 'bad-number' } };
    if (text.from !== number) return { status: 422, body: { problem: 'caller-not-yours' } };
    this.texts.push(text);
    if (this.faults.create === 'fails-after') return { status: 500, body: {} };
    if (this.faults.create === 'no-answer') await once(this.#server, 'close');
    return { status: 201, body: { id: `text-${this.texts.length}` } };
  }

  #search(query: URLSearchParams): CallJson[] {
    return this.calls
      .map(({ json }) => json)
      .filter(
        ({ to, from, createdMs }) =>
          to === query.get('to') && from === query.get('from') && createdMs >= Number(query.get('sinceMs')),
      )
      .toReversed();
  }

  #act(call: EmulatedCall, body: unknown): Answer {
    if (call.isOver) return { status: 409, body: { problem: 'over' } };
    const { action, steps } = body as { action: 'end' | 'continue'; steps: readonly Step[] };
    if (action === 'continue' && call.json.state !== 'talking')
      return { status: 409, body: { problem: 'idle' } };
    void (action === 'end' ? call.end() : call.continueWith(steps));
    return { status: 200, body: call.json };
  }

  #numbers(id: string | undefined, body: unknown): Answer {
    if (id !== undefined) this.#numberEvents = (body as { events: string }).events;
    const own = { id: 'number-1', number, events: this.#numberEvents };
    return { status: 200, body: id === undefined ? [own] : own };
  }
}
