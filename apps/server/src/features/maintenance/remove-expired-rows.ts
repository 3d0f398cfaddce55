import type { Clock } from '../../ports/clock.ts';
import type { ExpiredRows } from '../../ports/expired-rows.ts';
import type { Log } from '../../ports/log.ts';

/** Longer than every limit that counts rows, so that removing them changes nothing but their number. */
const keptMs = 24 * 60 * 60_000;

export function createRemoveExpiredRows(rows: ExpiredRows, clock: Clock, log: Log): () => Promise<void> {
  return async () => {
    const removed = await rows.remove(new Date(clock.time() - keptMs));
    log.info({ removed }, 'expired rows of rate limits and other short-lived tables removed');
  };
}
