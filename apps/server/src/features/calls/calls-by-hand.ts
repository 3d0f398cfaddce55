import type { Clock } from '../../ports/clock.ts';

/** Several times what placing a call takes where the carrier answers at once. */
const longestMs = 100;

/**
 * Somebody who places a call waits for the answer. Meanwhile what nobody waits for does not begin: calls of campaigns, and what
 * follows from calls that are over. It takes the same processor and the same database.
 */
export class CallsByHand {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #placing = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async place<T>(work: () => Promise<T>): Promise<T> {
    this.#placing += 1;
    try {
      return await work();
    } finally {
      this.#placing -= 1;
      if (this.#placing === 0) for (const go of this.#waiting) go();
    }
  }

  /** Until nobody places a call, but not for long: calls one after the other hold up nothing. */
  async giveWay(): Promise<void> {
    if (this.#placing === 0) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        cancel();
        this.#waiting.delete(go);
        resolve();
      };
      const cancel = this.#clock.after(longestMs, go);
      this.#waiting.add(go);
    });
  }
}
