import { type LiveEvent, type Permission, permissionOfEvent } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveFeed, LiveNotice } from '../../ports/live-events.ts';
import type { Log } from '../../ports/log.ts';
import { EventStream, eventText } from './event-stream.ts';

/**
 * The tabs of a browser share one stream, and have two for a moment while it is renewed; ten leave room for several
 * browsers.
 */
const streamsPerUser = 10;
const campaignEveryMs = 1_000;

interface Client {
  readonly userId: string;
  /** Of the token that opened the stream, which ends with it. */
  readonly permissions: readonly Permission[];
  readonly stream: EventStream;
}

/** Sends changes to the open pages of the tenant that they belong to. */
export class LiveHub {
  readonly #feed: LiveFeed;
  readonly #clock: Clock;
  readonly #log: Log;
  /** By tenant, so that a change touches no page of another tenant. */
  readonly #clients = new Map<string, Set<Client>>();
  /**
   * Notices that wait, by tenant. They are read one after another, so that events are sent in order. Equal notices are
   * one entry: the state is read at its turn, so one read is enough.
   */
  readonly #queues = new Map<string, Map<string, LiveNotice>>();
  /** Campaigns of which pages were told a moment ago, and whether they have changed since. */
  readonly #toldLately = new Map<string, boolean>();
  /** By tenant, when the last notice came; also for tenants without an open page, because one may open just after it. */
  readonly #changedAt = new Map<string, number>();
  /** Changes before this time were not received. */
  #listeningSince = Number.POSITIVE_INFINITY;
  readonly #monotonic: () => number;
  #subscription: { close(): Promise<void> } | null = null;

  constructor(deps: { feed: LiveFeed; clock: Clock; log: Log; monotonic?: () => number }) {
    this.#feed = deps.feed;
    this.#clock = deps.clock;
    this.#log = deps.log;
    // Monotonic: an adjusted wall clock must not look like an hour without changes.
    this.#monotonic = deps.monotonic ?? (() => performance.now());
  }

  async start(): Promise<void> {
    this.#subscription = await this.#feed.listen({
      onNotice: (notice) => this.#enqueue(notice),
      onGap: () => {
        this.#listeningSince = this.#monotonic();
        for (const tenantId of this.#clients.keys()) this.#send(tenantId, { type: 'refetch' });
      },
    });
    this.#listeningSince = this.#monotonic();
  }

  open(caller: Caller, signal: AbortSignal): EventStream {
    const { userId, tenantId, permissions } = caller;
    const clients = this.#clients.get(tenantId) ?? new Set<Client>();
    if ([...clients].filter((client) => client.userId === userId).length >= streamsPerUser) {
      throw new AppError('too_many_requests', 'Too many open pages. Please close some of them.', {
        retryAfterSeconds: 30,
      });
    }
    const stream: EventStream = new EventStream({
      clock: this.#clock,
      expiresAt: caller.expiresAt,
      ...(caller.whenVoid && { whenVoid: caller.whenVoid }),
      signal,
      first: eventText({ type: 'opened', quietMs: this.#quietMs(tenantId) }),
      onClose: () => {
        clients.delete(client);
        if (clients.size === 0) this.#clients.delete(tenantId);
      },
    });
    const client: Client = { userId, permissions, stream };
    clients.add(client);
    this.#clients.set(tenantId, clients);
    return stream;
  }

  /** Something of this server alone has changed: only pages that are open here are notified. */
  notify(tenantId: string, event: LiveEvent): void {
    this.#changedAt.set(tenantId, this.#monotonic());
    this.#send(tenantId, event);
  }

  /** Ends every stream, so that the server can stop; pages open the next one elsewhere. */
  async stop(): Promise<void> {
    for (const clients of this.#clients.values()) for (const { stream } of clients) stream.end();
    await this.#subscription?.close();
  }

  /**
   * For how long this server has received no notice for the tenant. Data that a page requested within this time is
   * current, even from another server: a notice is sent only after its change can be read.
   */
  #quietMs(tenantId: string): number {
    const since = Math.max(this.#listeningSince, this.#changedAt.get(tenantId) ?? 0);
    return Math.max(0, Math.floor(this.#monotonic() - since));
  }

  #enqueue(notice: LiveNotice): void {
    const { tenantId } = notice;
    this.#changedAt.set(tenantId, this.#monotonic());
    if (!this.#clients.has(tenantId)) return;
    const key = JSON.stringify(notice);
    if (notice.kind === 'campaign' && this.#isTooSoon(key, notice)) return;
    const queue = this.#queues.get(tenantId);
    if (queue) {
      queue.set(key, notice);
      return;
    }
    this.#queues.set(tenantId, new Map([[key, notice]]));
    void this.#drain(tenantId);
  }

  /** A campaign changes with each of its calls: what came after the first within a second is told when that is over. */
  #isTooSoon(key: string, notice: LiveNotice): boolean {
    if (this.#toldLately.has(key)) {
      this.#toldLately.set(key, true);
      return true;
    }
    this.#toldLately.set(key, false);
    this.#clock.after(campaignEveryMs, () => {
      const hasChanged = this.#toldLately.get(key);
      this.#toldLately.delete(key);
      if (hasChanged) this.#enqueue(notice);
    });
    return false;
  }

  async #drain(tenantId: string): Promise<void> {
    const queue = this.#queues.get(tenantId) ?? new Map<string, LiveNotice>();
    for (const [key, notice] of queue) {
      queue.delete(key);
      try {
        const event = await this.#feed.read(notice);
        if (event) this.#send(tenantId, event);
      } catch (err) {
        this.#log.warn(
          { err, notice },
          'change could not be read for the event stream; open pages refetch their data',
        );
        this.#send(tenantId, { type: 'refetch' });
      }
    }
    this.#queues.delete(tenantId);
  }

  /** Serialized once, sent to every page that may receive it. */
  #send(tenantId: string, event: LiveEvent): void {
    const text = eventText(event);
    const needed = permissionOfEvent(event);
    for (const { stream, permissions } of this.#clients.get(tenantId) ?? []) {
      if (needed === null || permissions.includes(needed)) stream.send(text);
    }
  }
}
