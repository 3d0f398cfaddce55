import { checkedBase, type Query, queryText } from './address.ts';
import { ListRequest, type Paging } from './list-request.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { ParleyError } from './parley-error.ts';
import { type RateLimit, readRateLimit } from './rate-limit.ts';
import { readAnswer } from './read-answer.ts';
import { waitBeforeRetry } from './retry.ts';

/** What a method of the client asks for. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parts filled in. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** The route takes an idempotency key. */
  readonly takesKey?: boolean;
  /** The answer is text, not JSON. */
  readonly isText?: boolean;
}

/** What waits and rolls dice, so that tests need not. */
export interface Waiting {
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  random(): number;
}

/** Sends requests, and repeats those that may be repeated. */
export class Transport {
  readonly #base: string;
  readonly #options: ClientOptions;
  readonly #waiting: Waiting;
  rateLimit: RateLimit | null = null;

  constructor(options: ClientOptions, waiting: Waiting = realWaiting) {
    this.#base = checkedBase(options.baseUrl);
    if (options.apiKey === '') throw new TypeError('apiKey is empty.');
    this.#options = options;
    this.#waiting = waiting;
  }

  async send<Answer>(operation: Operation, options: RequestOptions = {}): Promise<Answer> {
    const key = operation.takesKey ? (options.idempotencyKey ?? randomKey()) : null;
    const { maxRetries = 2, maxRetryWaitMs: maxWaitMs = 60_000 } = this.#options;
    const mayRepeat = operation.method === 'GET' || key !== null;
    const most = 1 + (mayRepeat ? (options.maxRetries ?? maxRetries) : 0);
    for (let attempts = 1; ; attempts += 1) {
      try {
        return (await this.#attempt(operation, key, options)) as Answer;
      } catch (error) {
        if (!(error instanceof ParleyError) || attempts >= most) throw error;
        const wait = waitBeforeRetry(error, attempts, { maxWaitMs, random: this.#waiting.random() });
        if (wait === null) throw error;
        await this.#waiting.sleep(wait, options.signal);
      }
    }
  }

  list<Answer, Item>(
    operation: Operation,
    paging: Paging,
    options: RequestOptions = {},
  ): ListRequest<Answer, Item> {
    const fetchPage = (changes: Query) =>
      this.send<Answer>({ ...operation, query: { ...operation.query, ...changes } }, options);
    return new ListRequest(fetchPage, paging);
  }

  /** What an answer links to. The link itself says who may have it, so the key is not sent along. */
  async download(link: string, { signal, timeoutMs }: RequestOptions = {}): Promise<Response> {
    const address = new URL(link, `${this.#base}/`);
    if (!/^https?:$/.test(address.protocol)) throw new TypeError('The link is none of the desk.');
    const response = await this.#fetch(address.href, { method: 'GET' }, signal, timeoutMs ?? null);
    if (!response.ok) await readAnswer(response, false);
    return response;
  }

  async #attempt(
    operation: Operation,
    key: string | null,
    { signal, timeoutMs = this.#options.timeoutMs ?? 30_000 }: RequestOptions,
  ): Promise<unknown> {
    const { method, path, query = {}, body, isText = false } = operation;
    const { apiKey } = this.#options;
    const init = {
      method,
      headers: {
        accept: isText ? 'text/plain' : 'application/json',
        authorization: `Bearer ${typeof apiKey === 'string' ? apiKey : await apiKey()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== null && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const address = `${this.#base}${path}${queryText(query)}`;
    const response = await this.#fetch(address, init, signal, timeoutMs);
    this.rateLimit = readRateLimit(response.headers) ?? this.rateLimit;
    try {
      return await readAnswer(response, isText);
    } catch (error) {
      throw failureOf(error, signal);
    }
  }

  /** Its signal ends the answer too, while that is read. */
  async #fetch(
    address: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    timeoutMs: number | null,
  ): Promise<Response> {
    signal?.throwIfAborted();
    const ends = [signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)];
    const request = {
      ...init,
      // A redirect would carry the key elsewhere.
      redirect: 'manual' as const,
      signal: AbortSignal.any(ends.filter((each) => each !== undefined)),
    };
    const send = this.#options.fetch ?? ((to: string, with_: RequestInit) => globalThis.fetch(to, with_));
    try {
      return await send(address, request);
    } catch (error) {
      throw failureOf(error, signal);
    }
  }
}

/** What the caller has ended stays what it is; the rest is a request without an answer. */
function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ParleyError) return error;
  const timedOut = error instanceof Error && error.name === 'TimeoutError';
  const sentence = timedOut ? 'The server did not answer in time.' : 'The server cannot be reached.';
  return new ParleyError(sentence, {
    status: null,
    code: timedOut ? 'timed_out' : 'no_answer',
    cause: error,
  });
}

/** Not `randomUUID`, which browsers have on secure pages only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const realWaiting: Waiting = {
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
