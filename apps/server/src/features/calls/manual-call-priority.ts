import type { Clock } from '../../ports/clock.ts';

/** Several times what placing a call takes where the carrier answers at once. */
const longestMs = 100;

/**
 * Somebody who places a call waits for the answer. Meanwhile what nobody waits for does not begin: calls of campaigns, and what
 * follows from calls that are over. It takes the same processor and the same database.
 */
export class ManualCallPriority {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #placing = 0;
  /** Since when there has been a call that is being placed. */
  #since = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async place<T>(work: () => Promise<T>): Promise<T> {
    if (this.#placing === 0) this.#since = this.#clock.time();
    this.#placing += 1;
    try {
      return await work();
    } finally {
      this.#placing -= 1;
      if (this.#placing === 0) for (const go of this.#waiting) go();
    }
  }

  /** Until nobody places a call, but not for long: a carrier that answers late, or calls without a gap, hold up nothing. */
  async giveWay(): Promise<void> {
    const waitMs = longestMs - (this.#clock.time() - this.#since);
    if (this.#placing === 0 || waitMs <= 0) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        cancel();
        this.#waiting.delete(go);
        resolve();
      };
      const cancel = this.#clock.after(waitMs, go);
      this.#waiting.add(go);
    });
  }
}
