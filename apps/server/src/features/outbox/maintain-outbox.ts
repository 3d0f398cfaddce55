import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { OutboxStore } from '../../ports/outbox.ts';

/** How long events are kept, at least. */
const keptMs = 7 * 24 * 60 * 60_000;
/** A consumer that leaves an event waiting for longer is reported. */
const lagMs = 15 * 60_000;

/** Reports consumers that are behind, and deletes old events that all of them are done with. */
export function createMaintainOutbox(store: OutboxStore, clock: Clock, log: Log): () => Promise<void> {
  return async () => {
    const now = clock.time();
    for (const { oldest, ...lag } of await store.lag()) {
      if (oldest === null || now - oldest.getTime() < lagMs) continue;
      log.warn(
        { ...lag, oldestSeconds: Math.round((now - oldest.getTime()) / 1000) },
        'outbox consumer is behind; its events are kept',
      );
    }
    const trimmed = await store.trim(new Date(now - keptMs));
    if (trimmed > 0) log.info({ trimmed }, 'outbox trimmed');
  };
}
