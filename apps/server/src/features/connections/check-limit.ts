import { AppError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';

const perMinute = 20;
const windowMs = 60_000;

/**
 * How often an organization may have this server ask somebody else: whoever is checked is named by the browser, and must
 * not be found out about, or bothered, at the server's speed.
 */
export class CheckLimit {
  readonly #recent = new Map<string, number[]>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws `too_many_requests` where there were too many. */
  take(tenantId: string): void {
    const now = this.#clock.now().getTime();
    const recent = (this.#recent.get(tenantId) ?? []).filter((at) => at > now - windowMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= perMinute)
      throw new AppError('too_many_requests', 'That was tried often. Wait a minute, then try again.', {
        retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
      });
    this.#recent.set(tenantId, [...recent, now]);
  }
}
