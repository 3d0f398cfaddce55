import type { OutboxEvent } from '@parley/contract';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type {
  FinishedClaim,
  HeldClaim,
  OutboxClaim,
  OutboxConsumer,
  OutboxStore,
  StoredEvent,
} from '../../ports/outbox.ts';
import { type ReaderTimes, retryDelay } from './reader-times.ts';

export interface ConsumerRunDeps {
  readonly store: Pick<OutboxStore, 'renew'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly times: ReaderTimes;
  /** A subject is finished: it can be released, and there is room for another. */
  readonly onFree: () => void;
}

interface Handling {
  readonly claim: OutboxClaim;
  readonly abort: AbortController;
  through: number | null;
  renewedAt: number;
  finished: Promise<void>;
}

/** Handles the events of one consumer on this server: several subjects at once, each in order. */
export class ConsumerRun {
  readonly #consumer: OutboxConsumer;
  readonly #deps: ConsumerRunDeps;
  readonly #handling = new Map<string, Handling>();
  /** Released with the next round. */
  #finished: FinishedClaim[] = [];
  #cancelRenewal: (() => void) | null = null;
  /** There may be more to claim. */
  #hasMore = false;
  #stopped = false;

  constructor(consumer: OutboxConsumer, deps: ConsumerRunDeps) {
    this.#consumer = consumer;
    this.#deps = deps;
  }

  get name(): string {
    return this.#consumer.name;
  }

  handles(type: string): boolean {
    const types: readonly string[] | undefined = this.#consumer.types;
    return types === undefined || types.includes(type);
  }

  /** There may be more to claim, and there is room for it. */
  get wantsMore(): boolean {
    return this.#hasMore && this.#handling.size < this.#deps.times.subjects;
  }

  takeFinished(): FinishedClaim[] {
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  /** They could not be released: that is tried again. A claim that runs out meanwhile is repeated. */
  keepFinished(finished: readonly FinishedClaim[]): void {
    this.#finished.push(...finished);
  }

  /** How many subjects it takes; none where there is nothing to claim. */
  room(isDue: boolean): number {
    this.#hasMore ||= isDue;
    return this.#hasMore && !this.#stopped ? this.#deps.times.subjects - this.#handling.size : 0;
  }

  /** `renewedAt`: from before they were claimed. The lease then ends here no later than in the database. */
  begin(claims: readonly OutboxClaim[], most: number, renewedAt: number): void {
    this.#hasMore = claims.length === most;
    for (const claim of claims) {
      const abort = new AbortController();
      const handling: Handling = { claim, abort, through: null, renewedAt, finished: Promise.resolve() };
      this.#handling.set(claim.token, handling);
      handling.finished = this.#handle(handling);
    }
    this.#renewLater();
  }

  /** Begins with no other event. */
  halt(): void {
    this.#stopped = true;
  }

  /** Lets the events that are being handled finish; after so long they are told to stop. */
  async stop(waitMs: number): Promise<void> {
    this.halt();
    const all = [...this.#handling.values()];
    const cancel = this.#deps.clock.after(waitMs, () => {
      for (const { abort } of all) abort.abort(new Error('The server stops.'));
    });
    await Promise.all(all.map(({ finished }) => finished));
    cancel();
    this.#cancelRenewal?.();
  }

  async #handle(handling: Handling): Promise<void> {
    const { claim, abort } = handling;
    let retryAfterMs: number | null = null;
    try {
      for (const event of claim.events) {
        if (abort.signal.aborted || this.#stopped) break;
        await this.#handleOne(event, abort.signal);
        handling.through = event.id;
      }
    } catch (err) {
      // Stopping, or a claim that another server has now, is no failure of the event.
      if (!abort.signal.aborted) retryAfterMs = this.#failed(handling, err);
    }
    this.#handling.delete(claim.token);
    this.#finished.push({ token: claim.token, through: handling.through, retryAfterMs });
    if (!this.#stopped) this.#deps.onFree();
  }

  async #handleOne({ event, ...stored }: StoredEvent, stopping: AbortSignal): Promise<void> {
    if (event === null) throw new Error('This server does not know the type or version of the event.');
    const late = new AbortController();
    const tooLate = () => late.abort(new Error('Handling the event took too long.'));
    const cancel = this.#deps.clock.after(this.#deps.times.handleMs, tooLate);
    const signal = AbortSignal.any([stopping, late.signal]);
    try {
      const handled = this.#consumer.handle({ ...stored, event } satisfies Known, signal);
      await Promise.race([handled, rejectedBy(signal)]);
    } finally {
      cancel();
    }
  }

  #failed({ claim, through }: Handling, err: unknown): number {
    const failures = through === null ? claim.failures : 0;
    const retryAfterMs = retryDelay(failures, this.#deps.times);
    const { tenantId, subject, events } = claim;
    const eventId = events.find(({ id }) => through === null || id > through)?.id;
    const about = { consumer: this.#consumer.name, tenantId, subject, eventId, failures: failures + 1 };
    this.#deps.log.warn({ err, ...about, retryAfterMs }, 'outbox event could not be handled; it is retried');
    return retryAfterMs;
  }

  #renewLater(): void {
    if (this.#cancelRenewal || this.#handling.size === 0) return;
    this.#cancelRenewal = this.#deps.clock.after(this.#deps.times.leaseMs / 3, () => {
      this.#cancelRenewal = null;
      void this.#renew().finally(() => this.#renewLater());
    });
  }

  /** A claim that could not be renewed in time may be another server's by now. */
  async #renew(): Promise<void> {
    const { store, clock, times, log } = this.#deps;
    const at = clock.time();
    const held: HeldClaim[] = [...this.#handling].map(([token, { through }]) => ({ token, through }));
    if (held.length === 0) return;
    const renewed = await store.renew(held, times.leaseMs).catch((err: unknown) => {
      log.debug({ err, consumer: this.#consumer.name }, 'outbox claims not renewed');
      return null;
    });
    for (const { token } of held) {
      const handling = this.#handling.get(token);
      if (!handling) continue;
      if (renewed?.has(token)) handling.renewedAt = at;
      else if (renewed !== null || clock.time() - handling.renewedAt >= times.leaseMs)
        handling.abort.abort(new Error('Another server may have taken the subject.'));
    }
  }
}

type Known = StoredEvent & { readonly event: OutboxEvent };

function rejectedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
