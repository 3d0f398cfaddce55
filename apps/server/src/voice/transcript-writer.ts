import type { TurnTiming } from '@parley/contract';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { CallKey, TranscriptStore } from '../ports/transcript-store.ts';
import type { Segment } from './session/effects.ts';

export interface TranscriptWriterDeps {
  readonly call: CallKey;
  readonly transcripts: TranscriptStore;
  readonly clock: Clock;
  readonly log: Log;
  wallTime(at: number): Date;
}

/** A database that restarts is back within seconds, so the delays stay short. Null: give up. */
const retryDelaysMs = [100, 300, ...Array.from({ length: 60 }, () => 500), null];

/** Writes transcript entries one after the other, in the order of the effects, and retries for half a minute. */
export class TranscriptWriter {
  readonly #deps: TranscriptWriterDeps;
  #lastEntry: Promise<void> = Promise.resolve();
  /** Timings are written separately, so that no entry waits for them. */
  #lastTiming: Promise<void> = Promise.resolve();

  constructor(deps: TranscriptWriterDeps) {
    this.#deps = deps;
  }

  save(segment: Segment, final: boolean): void {
    const { ordinal, speaker, text: message, at, interrupted, unconfirmed } = segment;
    const spokenAt = this.#deps.wallTime(at);
    const entry = { ordinal, speaker, message, spokenAt, interrupted: interrupted || unconfirmed };
    this.#lastEntry = this.#after(this.#lastEntry, 'entry', () =>
      this.#deps.transcripts.write(this.#deps.call, entry, final),
    );
  }

  remove(ordinal: number): void {
    this.#lastEntry = this.#after(this.#lastEntry, 'removal', () =>
      this.#deps.transcripts.remove(this.#deps.call, ordinal),
    );
  }

  addTurn(timing: TurnTiming): void {
    this.#lastTiming = this.#after(this.#lastTiming, 'turn timing', () =>
      this.#deps.transcripts.addTurnTiming(this.#deps.call, timing),
    );
  }

  /** Resolves when everything so far is stored or was given up. Flushes, because the caller waits. */
  async settled(): Promise<void> {
    const endFlush = this.#deps.transcripts.flush();
    await Promise.all([this.#lastEntry, this.#lastTiming]);
    endFlush();
  }

  async #after(before: Promise<void>, what: string, work: () => Promise<void>): Promise<void> {
    await before;
    await this.#retry(what, work);
  }

  async #retry(what: string, work: () => Promise<void>): Promise<void> {
    for (const delayMs of retryDelaysMs) {
      try {
        await work();
        return;
      } catch (err) {
        this.#deps.log.warn({ err, what, willRetry: delayMs !== null }, 'transcript write failed');
        if (delayMs === null) return;
        await new Promise<void>((resolve) => this.#deps.clock.after(delayMs, resolve));
      }
    }
  }
}
