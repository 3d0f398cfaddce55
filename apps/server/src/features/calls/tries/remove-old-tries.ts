import type { Clock } from '../../../ports/clock.ts';
import type { KnowledgeSearch } from '../../../ports/knowledge.ts';
import type { Log } from '../../../ports/log.ts';
import type { TryStore } from '../../../ports/tries.ts';

const keptMs = 24 * 60 * 60_000;

/** Tries, and the rows to search in that only they have needed. */
export function createRemoveOldTries(
  tries: Pick<TryStore, 'removeOlder'>,
  search: Pick<KnowledgeSearch, 'removeUnused'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const before = new Date(clock.time() - keptMs);
    const removed = await tries.removeOlder(before);
    const knowledge = await search.removeUnused(before, { ofTries: true });
    log.info({ removed, knowledge }, 'tries of the day before removed');
  };
}
