import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveFeed, LiveNotice } from '../../ports/live-events.ts';
import type { Log } from '../../ports/log.ts';
import { EventStream } from './event-stream.ts';

/** Tabs share one stream per browser, and the next one opens before the last one ends. */
const streamsPerUser = 10;

interface Client {
  readonly userId: string;
  readonly tenantId: string;
  readonly stream: EventStream;
}

/** Hears of every change and tells those who may know. */
export class LiveHub {
  readonly #feed: LiveFeed;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #clients = new Set<Client>();
  /** Notices of one tenant are read one after another: events leave in the order in which things happened. */
  readonly #queues = new Map<string, LiveNotice[]>();
  #line: { close(): Promise<void> } | null = null;

  constructor(deps: { feed: LiveFeed; clock: Clock; log: Log }) {
    this.#feed = deps.feed;
    this.#clock = deps.clock;
    this.#log = deps.log;
  }

  async start(): Promise<void> {
    this.#line = await this.#feed.listen({
      onNotice: (notice) => this.#enqueue(notice),
      onGap: () => {
        for (const { stream } of this.#clients) stream.send({ type: 'refetch' });
      },
    });
  }

  open(caller: Caller, signal: AbortSignal): EventStream {
    const open = [...this.#clients].filter(({ userId, tenantId }) => isSame(caller, userId, tenantId));
    if (open.length >= streamsPerUser) {
      throw new AppError('too_many_requests', 'Too many open pages. Please close some of them.', {
        retryAfterSeconds: 30,
      });
    }
    const stream: EventStream = new EventStream({
      clock: this.#clock,
      expiresAt: caller.expiresAt,
      signal,
      onClose: () => this.#clients.delete(client),
    });
    const client: Client = { userId: caller.userId, tenantId: caller.tenantId, stream };
    this.#clients.add(client);
    return stream;
  }

  /** Ends every stream, so that the server can stop; pages open the next one elsewhere. */
  async stop(): Promise<void> {
    for (const { stream } of this.#clients) stream.end();
    await this.#line?.close();
  }

  #enqueue(notice: LiveNotice): void {
    const { tenantId } = notice;
    if (![...this.#clients].some((client) => client.tenantId === tenantId)) return;
    const queue = this.#queues.get(tenantId);
    if (!queue) {
      this.#queues.set(tenantId, [notice]);
      void this.#drain(tenantId);
      return;
    }
    // What is read later is read as it is then, so one look does for all changes that wait.
    if (!queue.some((waiting) => isDeeplySame(waiting, notice))) queue.push(notice);
  }

  async #drain(tenantId: string): Promise<void> {
    const queue = this.#queues.get(tenantId) ?? [];
    for (let notice = queue.shift(); notice; notice = queue.shift()) {
      try {
        const event = await this.#feed.read(notice);
        if (event) for (const { stream } of this.#of(tenantId)) stream.send(event);
      } catch (err) {
        this.#log.warn({ err, callId: notice.callId }, 'a live event could not be read');
        for (const { stream } of this.#of(tenantId)) stream.send({ type: 'refetch' });
      }
    }
    this.#queues.delete(tenantId);
  }

  #of(tenantId: string): Client[] {
    return [...this.#clients].filter((client) => client.tenantId === tenantId);
  }
}

function isSame(caller: Caller, userId: string, tenantId: string): boolean {
  return caller.userId === userId && caller.tenantId === tenantId;
}

function isDeeplySame(one: LiveNotice, other: LiveNotice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
