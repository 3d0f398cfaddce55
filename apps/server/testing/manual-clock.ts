import type { Clock } from '../src/ports/clock.ts';

/** A clock that stands still until a test advances it. */
export class ManualClock implements Clock {
  #at: number;
  readonly #timers = new Set<{ due: number; act: () => void }>();

  constructor(start = '2026-10-13T10:00:00Z') {
    this.#at = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#at);
  }

  time(): number {
    return this.#at;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { due: this.#at + ms, act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Fires the timers that are due on the way, in order, each at its own time. */
  advance(ms: number): void {
    const until = this.#at + ms;
    for (;;) {
      const next = [...this.#timers].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.#at = next.due;
      this.#timers.delete(next);
      next.act();
    }
    this.#at = until;
  }
}
