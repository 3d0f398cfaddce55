import type { Clock } from '../../ports/clock.ts';
import type { ConnectionStore } from '../../ports/connections.ts';
import type { Log } from '../../ports/log.ts';

/** Webhooks that were signed with a secret may arrive for as long after the last call as after a replaced secret. */
export const holdMs = 15 * 60 * 1000;

/**
 * Removes the secrets of connections that have ended, once no call uses them any more. Numbers of a phone account are free
 * for others from then on.
 */
export function createEndHolds(
  store: Pick<ConnectionStore, 'heldUntil' | 'removeSecrets'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - holdMs);
    for (const { tenantId, id } of await store.heldUntil(before)) {
      // False: a call began with it in the meantime, or another server was first.
      if (await store.removeSecrets(tenantId, id))
        log.info({ tenantId, connectionId: id }, 'removed the secrets of a connection that has ended');
    }
  };
}
