import type { Clock } from '../../src/ports/clock.ts';

/** A clock that a test turns by hand. */
export class HandClock implements Clock {
  #at = Date.parse('2026-11-15T09:00:00Z');
  readonly #waits = new Set<{ due: number; act: () => void }>();

  now(): Date {
    return new Date(this.#at);
  }

  time(): number {
    return this.#at;
  }

  after(ms: number, act: () => void): () => void {
    const wait = { due: this.#at + ms, act };
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }

  /** How many waits are open. */
  get open(): number {
    return this.#waits.size;
  }

  pass(ms: number): void {
    const until = this.#at + ms;
    for (;;) {
      const next = [...this.#waits].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.#at = next.due;
      this.#waits.delete(next);
      next.act();
    }
    this.#at = until;
  }
}
