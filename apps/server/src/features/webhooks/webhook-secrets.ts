import type { Clock } from '../../ports/clock.ts';
import { SecretUnusable, type Vault } from '../../ports/vault.ts';
import type { ClaimedDelivery } from '../../ports/webhooks.ts';

type Wanted = Pick<ClaimedDelivery, 'tenantId' | 'endpointId' | 'revision' | 'earlierSecretUntil'>;

export interface WebhookSecrets {
  /** Those that sign at this time, the current one first; none where it cannot be read. */
  of(endpoint: Wanted): Promise<readonly string[]>;
}

export interface SecretNames {
  readonly current: (endpointId: string) => string;
  readonly earlier: (endpointId: string) => string;
}

/** How many endpoints are kept in memory. */
const kept = 500;

/**
 * A secret changes only with the revision of its endpoint, which each delivery names: so what is kept in memory is never
 * one that was replaced.
 */
export function createWebhookSecrets(
  vault: Pick<Vault, 'use'>,
  names: SecretNames,
  clock: Clock,
): WebhookSecrets {
  const known = new Map<string, { revision: number; current: string; earlier: string | null }>();
  const read = async (tenantId: string, name: string) => {
    try {
      return await vault.use(tenantId, { name, purpose: 'webhook' }, ({ value }) => value);
    } catch (error) {
      if (error instanceof SecretUnusable) return null;
      throw error;
    }
  };
  return {
    of: async ({ tenantId, endpointId, revision, earlierSecretUntil }) => {
      const key = `${tenantId} ${endpointId}`;
      let found = known.get(key);
      if (found?.revision !== revision) {
        const current = await read(tenantId, names.current(endpointId));
        if (current === null) return [];
        const earlier = earlierSecretUntil && (await read(tenantId, names.earlier(endpointId)));
        found = { revision, current, earlier };
        if (known.size >= kept) known.clear();
        known.set(key, found);
      }
      const { current, earlier } = found;
      const counts =
        earlier !== null && earlierSecretUntil !== null && earlierSecretUntil.getTime() > clock.time();
      return counts ? [current, earlier] : [current];
    },
  };
}
