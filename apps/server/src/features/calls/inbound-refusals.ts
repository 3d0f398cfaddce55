import type { Clock } from '../../ports/clock.ts';
import type { InboundRefusal } from '../../ports/inbound-admission.ts';
import type { Log } from '../../ports/log.ts';

const logEveryMs = 60_000;

/** Counts rejected calls that left no row, and logs the count once a minute, so that a flood does not fill the log. */
export class InboundRefusals {
  readonly #clock: Clock;
  readonly #log: Log;
  #counts: Partial<Record<InboundRefusal, number>> = {};
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  count(reason: InboundRefusal): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + 1;
    const now = this.#clock.now().getTime();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#log.warn({ refused: this.#counts }, 'inbound calls beyond the limits were rejected as busy');
    this.#counts = {};
    this.#loggedAt = now;
  }
}
