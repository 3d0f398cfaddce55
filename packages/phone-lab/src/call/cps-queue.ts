import type { Clock } from '../clock.ts';

/** Lets `cps` calls per lab second out to the network; the others wait. */
export class CpsQueue {
  readonly #clock: Clock;
  readonly #gapMs: number;
  /** The clock time at which the next call may go out. */
  #nextAt = 0;

  constructor(clock: Clock, cps: number) {
    if (!(cps > 0)) throw new RangeError(`cps must be above 0, got ${cps}`);
    this.#clock = clock;
    this.#gapMs = 1000 / cps;
  }

  /** How long a call that is queued now would wait, in lab milliseconds. */
  get waitMs(): number {
    const now = this.#clock.now();
    return Math.round((Math.max(now, this.#nextAt) - now) * this.#clock.speed);
  }

  /** Queues a call: how long it waits in lab milliseconds, and a function that takes it out of the queue. */
  enter(dial: () => void): { waitMs: number; leave: () => void } {
    const now = this.#clock.now();
    const { waitMs } = this;
    this.#nextAt = Math.max(now, this.#nextAt) + this.#gapMs / this.#clock.speed;
    return { waitMs, leave: this.#clock.after(waitMs, dial) };
  }
}
