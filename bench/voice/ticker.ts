import { nowUs } from './clock.ts';
import type { StreamRecorder } from './stream-timings.ts';

/** The time between two frames of a call; the calls are spread over it. */
const slots = 20;
const slotUs = 1_000;
/** Missed ticks are made up for only up to this: a burst would distort the measurement. */
const longestCatchUp = 20;

/** One timer for all calls. Each call ticks every 20 ms, spread evenly over that time. */
export class Ticker {
  readonly #lines: Set<() => void>[] = Array.from({ length: slots }, () => new Set());
  readonly #recorder: StreamRecorder;
  #timer: NodeJS.Timeout | undefined;
  #nextUs = nowUs();
  #slot = 0;
  #slotUs = slotUs;

  constructor(recorder: StreamRecorder) {
    this.#recorder = recorder;
  }

  /** In real time, or one frame a second, which keeps calls open that are not measured. */
  run(pace: 'life' | 'trickle'): void {
    this.stop();
    this.#slotUs = pace === 'life' ? slotUs : slotUs * 50;
    this.#nextUs = nowUs();
    this.#timer = setInterval(() => this.#run(), this.#slotUs / 1000);
  }

  add(line: () => void): () => void {
    const slot = this.#lines.reduce((least, one) => (one.size < least.size ? one : least));
    slot.add(line);
    return () => slot.delete(line);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #run(): void {
    const now = nowUs();
    if (this.#slotUs === slotUs) this.#recorder.add('lag', Math.max(0, now - this.#nextUs));
    const late = Math.floor((now - this.#nextUs) / this.#slotUs);
    if (late > longestCatchUp) this.#nextUs = now;
    while (this.#nextUs <= now) {
      for (const line of this.#lines[this.#slot] ?? []) line();
      this.#slot = (this.#slot + 1) % slots;
      this.#nextUs += this.#slotUs;
    }
  }
}
