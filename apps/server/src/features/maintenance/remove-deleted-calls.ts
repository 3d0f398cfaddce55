import type { CallStore } from '../../ports/call-store.ts';
import type { Log } from '../../ports/log.ts';

/** So that no statement holds many locks. */
const atOnce = 200;

/** Calls whose deletion can no longer be taken back. */
export function createRemoveDeletedCalls(
  store: Pick<CallStore, 'removeDeleted'>,
  log: Log,
): () => Promise<void> {
  return async () => {
    let removed = 0;
    for (;;) {
      const some = await store.removeDeleted(atOnce);
      removed += some;
      if (some < atOnce) break;
    }
    if (removed > 0) log.info({ removed }, 'deleted calls removed for good');
  };
}
