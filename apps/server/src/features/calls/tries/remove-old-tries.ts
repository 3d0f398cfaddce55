import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { TryStore } from '../../../ports/tries.ts';

const keptMs = 24 * 60 * 60_000;

export function createRemoveOldTries(
  tries: Pick<TryStore, 'removeOlder'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const removed = await tries.removeOlder(new Date(clock.time() - keptMs));
    log.info({ removed }, 'tries of the day before removed');
  };
}
