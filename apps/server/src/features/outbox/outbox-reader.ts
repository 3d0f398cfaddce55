import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { OutboxConsumer, OutboxConsumers, OutboxStore } from '../../ports/outbox.ts';
import { ConsumerRun } from './consumer-run.ts';
import { type ReaderTimes, readerTimes } from './reader-times.ts';
import { fillRuns, releaseFinished } from './round.ts';

export interface OutboxReaderDeps {
  readonly store: OutboxStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: ReaderTimes;
  /** Before each round: until others who are in a hurry are done. */
  readonly giveWay?: () => Promise<void>;
}

/** Lets this server take part in reading the outbox: woken by notices, and at intervals in case one is missed. */
export class OutboxReader implements OutboxConsumers {
  readonly #deps: OutboxReaderDeps;
  readonly #times: ReaderTimes;
  readonly #runs: ConsumerRun[] = [];
  #listening: Promise<{ close(): Promise<void> }> | null = null;
  #round: Promise<void> | null = null;
  #wokenAgain = false;
  /** A round has just ended. */
  #isPausing = false;
  /** A notice of an event that somebody here handles has arrived since events were last assigned. */
  #hasNotice = false;
  /** Events may be there without a notice, or can be claimed now. */
  #mayHaveMore = true;
  #lookedAt = 0;
  #cancelPoll: () => void = () => {};
  #stopped = false;
  #failing = false;

  constructor(deps: OutboxReaderDeps) {
    this.#deps = deps;
    this.#times = deps.times ?? readerTimes;
  }

  async consume(consumer: OutboxConsumer): Promise<void> {
    const { store, clock, log } = this.#deps;
    await store.register(consumer.name, consumer.start, consumer.types);
    const onFree = () => this.#wake();
    this.#runs.push(new ConsumerRun(consumer, { store, clock, log, times: this.#times, onFree }));
    this.#listening ??= store.listen((type) => this.#onEvent(type));
    await this.#listening;
    this.#onEvent(null);
  }

  /** Most steps of a call are for nobody: they are assigned with the next that somebody wants. */
  #onEvent(type: string | null): void {
    if (type !== null && !this.#runs.some((run) => run.handles(type))) return;
    this.#hasNotice = true;
    this.#mayHaveMore ||= type === null;
    this.#wake();
  }

  /** Claims nothing more and waits so long for the events that are being handled; the rest is left to others. */
  async stop(waitMs: number): Promise<void> {
    this.#stopped = true;
    for (const run of this.#runs) run.halt();
    this.#cancelPoll();
    const listening = await this.#listening?.catch(() => null);
    await listening?.close();
    await this.#round;
    // What is finished does not wait for what is not.
    const { store } = this.#deps;
    const stopped = this.#runs.map(async (run) => {
      await run.stop(waitMs);
      await releaseFinished([run], store);
    });
    // Nothing is handled any more once this returns, whatever could not be released.
    const ended = await Promise.allSettled([releaseFinished(this.#runs, store), ...stopped]);
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  #wake(): void {
    if (this.#stopped) return;
    // What is finished or arrives meanwhile is seen to together, after a short pause; not where others wait for room.
    if (this.#round || (this.#isPausing && !this.#wantsMore)) {
      this.#wokenAgain = true;
      return;
    }
    this.#cancelPoll();
    this.#wokenAgain = false;
    this.#isPausing = false;
    this.#round = this.#runRound().finally(() => {
      this.#round = null;
      if (this.#wokenAgain && this.#wantsMore) this.#wake();
      else if (!this.#stopped) this.#pause();
    });
  }

  get #wantsMore(): boolean {
    return this.#runs.some((run) => run.wantsMore);
  }

  #pause(): void {
    const { clock } = this.#deps;
    const { pauseMs, pollMs } = this.#times;
    this.#isPausing = true;
    this.#cancelPoll = clock.after(pauseMs, () => {
      this.#isPausing = false;
      if (this.#wokenAgain) this.#wake();
      else this.#cancelPoll = clock.after(pollMs - pauseMs, () => this.#wake());
    });
  }

  async #runRound(): Promise<void> {
    const { store, clock, log, giveWay } = this.#deps;
    try {
      await giveWay?.();
      await fillRuns(this.#runs, await this.#dueConsumers(), { store, clock, times: this.#times });
      this.#failing = false;
    } catch (err) {
      this.#mayHaveMore = true;
      if (!this.#failing) log.warn({ err }, 'the outbox could not be read; it is read again at intervals');
      this.#failing = true;
    }
  }

  /** Those with something to claim. */
  async #dueConsumers(): Promise<ReadonlySet<string>> {
    const { store, clock } = this.#deps;
    const assigns = this.#hasNotice;
    // Retries and claims that ran out send no notice; they must not wait for a pause in those of others either.
    const looks = this.#mayHaveMore || clock.time() - this.#lookedAt >= this.#times.pollMs;
    this.#hasNotice = false;
    this.#mayHaveMore = false;
    if (looks) this.#lookedAt = clock.time();
    const found = looks ? await store.due() : { unassigned: assigns, consumers: [] };
    if (!assigns && !found.unassigned) return new Set(found.consumers);
    const { more, consumers } = await store.assign();
    // A long backlog is assigned in parts; consumers begin with the first.
    if (more) {
      this.#hasNotice = true;
      this.#wokenAgain = true;
    }
    // Another server was first: it may have more of them than it can handle at once.
    const others = consumers.length === 0 && !looks ? await store.due() : found;
    return new Set([...consumers, ...others.consumers]);
  }
}
