import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Switchboard } from '../call/switchboard.ts';
import { FaultError, type FaultSettings } from '../faults.ts';
import { readBody, sendJson } from '../http/messages.ts';
import { callSummary } from './call-summary.ts';
import type { DialIn, DialInRequest } from './dial-in.ts';
import { LabApiError } from './errors.ts';
import { streamEvents } from './events.ts';

export interface LabInfo {
  accountSid: string;
  phoneNumbers: string[];
  speed: number;
  cps: number;
}

type Handler = (input: { body: unknown; args: string[]; query: URLSearchParams }) => unknown;

/** The lab's own API, under /lab/: what a real carrier has no interface for. */
export class LabApi {
  readonly #board: Switchboard;
  readonly #routes: [string, RegExp, Handler][];

  constructor(board: Switchboard, dialIn: DialIn, info: LabInfo) {
    this.#board = board;
    const { faults, ledger } = board;
    this.#routes = [
      ['GET', /^\/lab\/info$/, () => ({ name: 'phone-lab', notice: 'No real calls are made.', ...info })],
      ['GET', /^\/lab\/calls$/, () => ({ calls: board.all().map((record) => callSummary(board, record)) })],
      ['GET', /^\/lab\/calls\/(CA[0-9a-f]{32})$/, ({ args }) => this.#call(args[0] ?? '')],
      ['POST', /^\/lab\/calls\/(CA[0-9a-f]{32})\/hangup$/, ({ args }) => this.#hangUp(args[0] ?? '')],
      ['POST', /^\/lab\/dial$/, ({ body }) => ({ callSid: dialIn(body as DialInRequest).sid })],
      [
        'GET',
        /^\/lab\/ledger$/,
        ({ query }) => ({ entries: ledger.entries(query.get('callSid') ?? undefined) }),
      ],
      ['GET', /^\/lab\/faults$/, () => ({ faults: faults.current() })],
      ['PATCH', /^\/lab\/faults$/, ({ body }) => this.#setFaults(body)],
      [
        'PUT',
        /^\/lab\/faults$/,
        ({ body }) => {
          faults.clear();
          return this.#setFaults(body);
        },
      ],
      [
        'DELETE',
        /^\/lab\/faults$/,
        () => {
          faults.clear();
          return { faults: {} };
        },
      ],
    ];
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
  ): Promise<void> {
    if (request.method === 'GET' && path === '/lab/events')
      return streamEvents(this.#board.ledger, request, response);
    try {
      const matched = this.#routes.find(
        ([method, pattern]) => method === request.method && pattern.test(path),
      );
      if (!matched)
        throw new LabApiError(404, 'not_found', `There is no ${request.method} ${path} in phone-lab.`);
      const [, pattern, handler] = matched;
      const args = pattern.exec(path)?.slice(1) ?? [];
      const body = request.method === 'GET' ? null : await readJson(request);
      sendJson(response, 200, await handler({ body, args, query: new URLSearchParams(query) }));
    } catch (error) {
      if (error instanceof LabApiError)
        sendJson(response, error.status, { error: error.message, code: error.code });
      else if (error instanceof FaultError)
        sendJson(response, 400, { error: error.message, code: 'invalid_fault' });
      else throw error;
    }
  }

  #call(sid: string): unknown {
    const record = this.#board.find(sid);
    if (!record) throw new LabApiError(404, 'call_not_found', 'There is no such call.');
    return { call: callSummary(this.#board, record), entries: this.#board.ledger.entries(sid) };
  }

  /** The person at the other end puts the receiver down. */
  #hangUp(sid: string): unknown {
    const call = this.#board.live(sid);
    if (!call) throw new LabApiError(404, 'call_not_live', 'There is no such call, or it is over.');
    call.happen({ type: 'hangup' });
    return { call: callSummary(this.#board, call.record) };
  }

  #setFaults(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) throw new FaultError('Send an object with knobs.');
    const { seed, ...settings } = body as { seed?: unknown };
    if (typeof seed === 'number') this.#board.faults.reseed(seed);
    this.#board.faults.set(settings as FaultSettings);
    return { faults: this.#board.faults.current() };
  }
}

/** A JSON content type is demanded: a form on a foreign page cannot send one. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBody(request);
  if (text === null) throw new LabApiError(413, 'too_large', 'The request is too large.');
  if (text === '') return {};
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new LabApiError(415, 'not_json', 'Send JSON with content type application/json.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new LabApiError(400, 'not_json', 'The request body is not JSON.');
  }
}
