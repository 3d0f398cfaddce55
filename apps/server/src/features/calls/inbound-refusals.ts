import type { Clock } from '../../ports/clock.ts';
import type { InboundRefusal } from '../../ports/inbound-admission.ts';
import type { Log } from '../../ports/log.ts';

const betweenLinesMs = 60_000;

/** Counts calls that were turned away and left no row, and tells of them in one line a minute: a flood fills no log. */
export class InboundRefusals {
  readonly #clock: Clock;
  readonly #log: Log;
  #counts: Partial<Record<InboundRefusal, number>> = {};
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  count(reason: InboundRefusal): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + 1;
    const now = this.#clock.now().getTime();
    if (now - this.#toldAt < betweenLinesMs) return;
    this.#log.warn({ refused: this.#counts }, 'inbound calls beyond the limits were rejected as busy');
    this.#counts = {};
    this.#toldAt = now;
  }
}
