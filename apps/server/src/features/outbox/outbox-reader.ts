import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { OutboxConsumer, OutboxConsumers, OutboxStore } from '../../ports/outbox.ts';
import { ConsumerRun } from './consumer-run.ts';
import { type ReaderTimes, readerTimes } from './reader-times.ts';

export interface OutboxReaderDeps {
  readonly store: OutboxStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: ReaderTimes;
}

/** Lets this server take part in reading the outbox: woken by notices, and at intervals in case one is missed. */
export class OutboxReader implements OutboxConsumers {
  readonly #deps: OutboxReaderDeps;
  readonly #times: ReaderTimes;
  readonly #runs: ConsumerRun[] = [];
  #listening: Promise<{ close(): Promise<void> }> | null = null;
  #round: Promise<void> | null = null;
  #wokenAgain = false;
  /** A notice has arrived, or may have been missed, since events were last assigned. */
  #mayHaveEvents = true;
  #cancelPoll: () => void = () => {};
  #stopped = false;
  #failing = false;

  constructor(deps: OutboxReaderDeps) {
    this.#deps = deps;
    this.#times = deps.times ?? readerTimes;
  }

  async consume(consumer: OutboxConsumer): Promise<void> {
    const { store, clock, log } = this.#deps;
    await store.register(consumer.name, consumer.start);
    const onFree = () => this.#wake();
    const onEvent = () => {
      this.#mayHaveEvents = true;
      this.#wake();
    };
    this.#runs.push(new ConsumerRun(consumer, { store, clock, log, times: this.#times, onFree }));
    this.#listening ??= store.listen(onEvent);
    await this.#listening;
    onEvent();
  }

  /** Claims nothing more and waits so long for the events that are being handled; the rest is left to others. */
  async stop(waitMs: number): Promise<void> {
    this.#stopped = true;
    for (const run of this.#runs) run.halt();
    this.#cancelPoll();
    const listening = await this.#listening?.catch(() => null);
    await listening?.close();
    await this.#round;
    await Promise.all(this.#runs.map((run) => run.stop(waitMs)));
  }

  #wake(): void {
    if (this.#stopped) return;
    if (this.#round) {
      this.#wokenAgain = true;
      return;
    }
    this.#cancelPoll();
    this.#wokenAgain = false;
    this.#round = this.#runRound().finally(() => {
      this.#round = null;
      // Notices that arrived meanwhile are answered together, after a short pause.
      const waitMs = this.#wokenAgain ? this.#times.pauseMs : this.#times.pollMs;
      this.#mayHaveEvents ||= !this.#wokenAgain;
      if (!this.#stopped) this.#cancelPoll = this.#deps.clock.after(waitMs, () => this.#wake());
    });
  }

  async #runRound(): Promise<void> {
    const { store, log } = this.#deps;
    try {
      if (this.#mayHaveEvents) {
        this.#mayHaveEvents = false;
        // A long backlog is assigned in parts; consumers begin with the first.
        if (await store.assign()) {
          this.#mayHaveEvents = true;
          this.#wokenAgain = true;
        }
      }
      for (const run of this.#runs) await run.fill();
      this.#failing = false;
    } catch (err) {
      this.#mayHaveEvents = true;
      if (!this.#failing) log.warn({ err }, 'the outbox could not be read; it is read again at intervals');
      this.#failing = true;
    }
  }
}
