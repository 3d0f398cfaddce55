import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ReportCounting } from '../../ports/reports.ts';

/** Calls of one transaction: few, so that no statement holds many locks. */
const atOnce = 200;
/** Shorter than a minute: then the next job goes on. */
const longestMs = 45_000;

/**
 * Counts what was there before figures were, and all of an organization again when its time zone has changed. At most half
 * of the time: after each part it pauses as long as the part took.
 */
export function createCountPast(
  counting: Pick<ReportCounting, 'unfinished' | 'countNext'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const deadline = clock.time() + longestMs;
    for (const tenantId of await counting.unfinished()) {
      let parts = 0;
      while (clock.time() < deadline) {
        const begun = clock.time();
        const more = await counting.countNext(tenantId, atOnce);
        parts += 1;
        if (!more) break;
        const pause = Math.max(1, clock.time() - begun);
        await new Promise<void>((resolve) => void clock.after(pause, resolve));
      }
      if (parts > 0) log.debug({ tenantId, parts }, 'calls of the past counted');
    }
  };
}
