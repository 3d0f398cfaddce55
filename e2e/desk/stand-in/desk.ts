import type { Agent, CallDetail, LiveEvent, Template } from '@parley/contract';
import { callIdOf, dental, kuzco, listed } from './data.ts';

export interface DeskRequest {
  /** Method and path with `:id` in place of ids, such as `GET /api/calls/:id`. */
  route: string;
  url: string;
  id: string;
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Answer {
  status?: number;
  /** Sent as JSON, unless it is a string. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The response is the event stream. */
  stream?: true;
}

/** Instead of the usual answer; 'broken' cuts the connection without one. */
export type Instead = Answer | 'broken';

interface Rule {
  route: string;
  instead: Instead | null;
  gate: Promise<void> | null;
  /** How many requests it is for. */
  left: number;
}

/**
 * What the stand-in server knows and how it answers. By default it behaves like the real one in small; a test says
 * where it should be slow, refuse or break.
 */
export class Desk {
  agents: Agent[] = [kuzco, dental];
  templates: Record<string, Template[]> = { kuzco: [], 'gs-dental': [] };
  person = { firstName: 'Ines', lastName: 'Marchetti', email: 'ines@example.com' };
  sandbox: { handsetUrl: string } | null = null;
  /** The country in whose way numbers may be written. */
  country: string | null = null;
  /** What the session token says under `m`; an empty object means no access. */
  claims: Record<string, unknown> = { parley: 'admin' };
  /** Seconds that a session token lasts. */
  tokenLife = 3600;
  readonly requests: DeskRequest[] = [];
  readonly #rules: Rule[] = [];
  readonly #streams = new Set<Stream>();
  #made = 500;
  #calls: CallDetail[] = [];
  #changedAt = performance.now();

  get calls(): CallDetail[] {
    return this.#calls;
  }

  /** Changes the calls without telling anybody: what happens while nobody listens. */
  set calls(calls: CallDetail[]) {
    this.#calls = calls;
    this.#changedAt = performance.now();
  }

  /** For so long nothing has happened. */
  get quietMs(): number {
    return performance.now() - this.#changedAt;
  }

  /** Answers the next requests of a route otherwise. */
  answer(route: string, instead: Instead, times = Number.POSITIVE_INFINITY): void {
    this.#rules.push({ route, instead, gate: null, left: times });
  }

  /** Goes back to the usual answers. */
  heal(route: string): void {
    for (const rule of this.#rules) if (rule.route === route) rule.left = 0;
  }

  /** Lets requests of a route wait until the test lets them go. */
  hold(route: string, instead: Instead | null = null): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const rule: Rule = { route, instead, gate: promise, left: Number.POSITIVE_INFINITY };
    this.#rules.push(rule);
    return () => {
      rule.left = 0;
      resolve();
    };
  }

  /** What the test asked for on this route, or else the usual answer. */
  async respond(request: DeskRequest, usual: () => Answer): Promise<Instead> {
    this.requests.push(request);
    const rule = this.#rules.find(({ route, left }) => route === request.route && left > 0);
    if (rule === undefined) return usual();
    rule.left -= 1;
    await rule.gate;
    return rule.instead ?? usual();
  }

  requestsTo(route: string): DeskRequest[] {
    return this.requests.filter((request) => request.route === route);
  }

  nextCallId(): string {
    this.#made += 1;
    return callIdOf(this.#made);
  }

  /** Changes a call the way the server would: kept, and told to whoever listens. */
  change(call: CallDetail): void {
    const others = this.calls.filter(({ _id }) => _id !== call._id);
    this.calls = [...others, call].toSorted((one, other) => (one._id < other._id ? 1 : -1));
    this.emit({ type: 'call.changed', call: listed(call) });
  }

  emit(event: LiveEvent): void {
    this.#changedAt = performance.now();
    for (const stream of this.#streams) stream.write(event);
  }

  addStream(stream: Stream): void {
    this.#streams.add(stream);
  }

  removeStream(stream: Stream): void {
    this.#streams.delete(stream);
  }

  get streams(): number {
    return this.#streams.size;
  }

  endStreams(): void {
    for (const stream of [...this.#streams]) stream.end();
  }
}

export interface Stream {
  write(event: LiveEvent): void;
  end(): void;
}
