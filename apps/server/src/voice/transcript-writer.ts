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

/** Waits between tries. A database that restarts is back within seconds, and from then on nothing may be missing long. */
const retryDelaysMs = [100, 300, ...Array.from({ length: 60 }, () => 500), null];

/** Writes what was said in the order in which it was decided, one after the other, and does not give up easily. */
export class TranscriptWriter {
  readonly #deps: TranscriptWriterDeps;
  #lastLine: Promise<void> = Promise.resolve();
  /** Timings are in no hurry, and no line waits for them. */
  #lastTiming: Promise<void> = Promise.resolve();

  constructor(deps: TranscriptWriterDeps) {
    this.#deps = deps;
  }

  save(segment: Segment, final: boolean): void {
    const { ordinal, speaker, text: message, at, interrupted, unconfirmed } = segment;
    const spokenAt = this.#deps.wallTime(at);
    const line = { ordinal, speaker, message, spokenAt, interrupted: interrupted || unconfirmed };
    this.#lastLine = this.#after(this.#lastLine, 'entry', () =>
      this.#deps.transcripts.write(this.#deps.call, line, final),
    );
  }

  remove(ordinal: number): void {
    this.#lastLine = this.#after(this.#lastLine, 'removal', () =>
      this.#deps.transcripts.remove(this.#deps.call, ordinal),
    );
  }

  addTurn(timing: TurnTiming): void {
    this.#lastTiming = this.#after(this.#lastTiming, 'turn timing', () =>
      this.#deps.transcripts.addTurnTiming(this.#deps.call, timing),
    );
  }

  /** Resolves when everything so far is stored, or was given up. Whoever asks waits for it, so it is hurried. */
  async settled(): Promise<void> {
    const rest = this.#deps.transcripts.flush();
    await Promise.all([this.#lastLine, this.#lastTiming]);
    rest();
  }

  async #after(before: Promise<void>, what: string, work: () => Promise<void>): Promise<void> {
    await before;
    await this.#insist(what, work);
  }

  async #insist(what: string, work: () => Promise<void>): Promise<void> {
    for (const wait of retryDelaysMs) {
      try {
        await work();
        return;
      } catch (err) {
        this.#deps.log.warn({ err, what, willRetry: wait !== null }, 'transcript write failed');
        if (wait === null) return;
        await new Promise<void>((resolve) => this.#deps.clock.after(wait, resolve));
      }
    }
  }
}
