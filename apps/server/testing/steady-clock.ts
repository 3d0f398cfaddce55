import type { Clock as LabClock } from '@parley/phone-lab';
import type { Clock } from '../src/ports/clock.ts';

interface Wait {
  readonly due: number;
  readonly act: () => void;
}

/**
 * A clock that stops while this process is kept from running. Where carrier, server and speech service share it, a test
 * gives the same result on a busy machine as on a quiet one; it only takes longer.
 */
export class SteadyClock implements Clock {
  #at = Date.now();
  #seen = performance.now();
  /** Sorted by the time at which they are due. */
  #waits: Wait[] = [];
  #timer: NodeJS.Timeout | null = null;
  readonly #longestStepMs: number;

  /** The most that passes between two turns of the event loop: a message on loopback takes a few of them. */
  constructor(longestStepMs = 4) {
    this.#longestStepMs = longestStepMs;
  }

  now(): Date {
    return new Date(this.time());
  }

  time(): number {
    return Math.floor(this.#at + this.#sinceStep());
  }

  after(ms: number, act: () => void): () => void {
    const wait = { due: this.#at + this.#sinceStep() + Math.max(0, ms), act };
    const place = this.#waits.findLastIndex(({ due }) => due <= wait.due) + 1;
    this.#waits.splice(place, 0, wait);
    if (place === 0 || this.#timer === null) this.#arm();
    return () => {
      const index = this.#waits.indexOf(wait);
      if (index >= 0) this.#waits.splice(index, 1);
    };
  }

  /** The same clock for a carrier that runs so many times faster. */
  atSpeed(speed: number): LabClock {
    const open = new Set<() => void>();
    return {
      speed,
      now: () => this.time(),
      date: () => this.time(),
      after: (labMs, act) => {
        const cancel = this.after(labMs / speed, () => {
          open.delete(cancel);
          act();
        });
        open.add(cancel);
        return () => {
          open.delete(cancel);
          cancel();
        };
      },
      close() {
        for (const cancel of open) cancel();
        open.clear();
      },
    };
  }

  #sinceStep(): number {
    return Math.min(this.#longestStepMs, performance.now() - this.#seen);
  }

  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const [next] = this.#waits;
    if (!next) {
      this.#timer = null;
      return;
    }
    const ms = Math.min(this.#longestStepMs, next.due - this.#at - this.#sinceStep());
    this.#timer = setTimeout(() => this.#step(), Math.max(0, ms)).unref();
  }

  #step(): void {
    this.#at += this.#sinceStep();
    this.#seen = performance.now();
    const due = this.#waits.findLastIndex((wait) => wait.due <= this.#at) + 1;
    // Timers added meanwhile fire in the next step, so that messages are handled in between.
    for (const { act } of this.#waits.splice(0, due)) act();
    this.#arm();
  }
}
