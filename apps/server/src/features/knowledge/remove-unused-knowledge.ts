import type { Clock } from '../../ports/clock.ts';
import type { KnowledgeSearch } from '../../ports/knowledge.ts';
import type { Log } from '../../ports/log.ts';

/** A call that needs the rows later makes them again, so they only have to outlive the calls that are up. */
const keptMs = 30 * 24 * 60 * 60_000;

export function createRemoveUnusedKnowledge(
  search: Pick<KnowledgeSearch, 'removeUnused'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const removed = await search.removeUnused(new Date(clock.time() - keptMs));
    log.info({ removed }, 'unused rows of what agents know removed');
  };
}
