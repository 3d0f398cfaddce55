import { AppError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { SpendingStore } from '../../ports/spending.ts';

export type SpendingEndpoints = Pick<Endpoints, 'getSpending' | 'saveSpendingLimits'>;

export function spendingEndpoints(store: SpendingStore, clock: Clock): SpendingEndpoints {
  return {
    getSpending: async ({ caller }) => ({ spending: await store.get(caller.tenantId, clock.now()) }),

    saveSpendingLimits: async ({ caller, body }) => {
      const saved = await store.saveLimits(caller, body.limits, body.revision, clock.now());
      if (!saved)
        throw new AppError(
          'settings_changed',
          'Somebody else has changed this meanwhile. Load the page again.',
        );
      return { spending: saved };
    },
  };
}
