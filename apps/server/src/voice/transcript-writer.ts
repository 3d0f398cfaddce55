import type { TurnTiming } from '@parley/contract';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { CallKey, TranscriptEntry, TranscriptStore } from '../ports/transcript-store.ts';
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

interface WaitingEntry {
  readonly entry: TranscriptEntry;
  readonly final: boolean;
}

/**
 * Writes transcript entries in the order of the effects, and retries for half a minute. What is said during a write waits
 * and is then written together: however slow the database is, an entry waits for one write before its own.
 */
export class TranscriptWriter {
  readonly #deps: TranscriptWriterDeps;
  /** By ordinal: of an entry that is changed while it waits, only the last form is written. */
  #waiting: Map<number, WaitingEntry> | null = null;
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
    const waiting = this.#waiting ?? this.#startGroup();
    waiting.set(ordinal, { entry, final: final || waiting.get(ordinal)?.final === true });
  }

  remove(ordinal: number): void {
    // What is saved after the removal is written after it.
    this.#waiting = null;
    this.#lastEntry = this.#lastEntry.then(() =>
      this.#retry('removal', () => this.#deps.transcripts.remove(this.#deps.call, ordinal)),
    );
  }

  addTurn(timing: TurnTiming): void {
    this.#lastTiming = this.#lastTiming.then(() =>
      this.#retry('turn timing', () => this.#deps.transcripts.addTurnTiming(this.#deps.call, timing)),
    );
  }

  /** Resolves when everything so far is stored or was given up. Flushes, because the caller waits. */
  async settled(): Promise<void> {
    const endFlush = this.#deps.transcripts.flush();
    await Promise.all([this.#lastEntry, this.#lastTiming]);
    endFlush();
  }

  #startGroup(): Map<number, WaitingEntry> {
    const group = new Map<number, WaitingEntry>();
    this.#waiting = group;
    this.#lastEntry = this.#lastEntry.then(async () => {
      if (this.#waiting === group) this.#waiting = null;
      await Promise.all(Array.from(group.values(), (waiting) => this.#write(waiting)));
    });
    return group;
  }

  #write({ entry, final }: WaitingEntry): Promise<void> {
    return this.#retry('entry', () => this.#deps.transcripts.write(this.#deps.call, entry, final));
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
