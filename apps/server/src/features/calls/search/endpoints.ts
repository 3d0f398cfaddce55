import type { Call } from '@parley/contract';
import type { CallSearch } from '../../../ports/call-search.ts';
import type { Endpoints } from '../../../ports/endpoint.ts';
import type { Organizations } from '../../../ports/organization-store.ts';

interface CallSearchDeps {
  readonly search: CallSearch;
  readonly organizations: Organizations;
  /** Fills in the names of the other parties. */
  readonly named: (tenantId: string, calls: readonly Call[]) => Promise<unknown>;
}

export type CallSearchEndpoints = Pick<Endpoints, 'searchCalls'>;

export function callSearchEndpoints({ search, organizations, named }: CallSearchDeps): CallSearchEndpoints {
  return {
    searchCalls: async ({ caller: { tenantId }, query: { limit, after, ...filters } }) => {
      const { timeZone } = await organizations.of(tenantId);
      const found = await search.find(tenantId, { filters, limit, after, timeZone });
      await named(
        tenantId,
        found.hits.map(({ call }) => call),
      );
      return { ...found };
    },
  };
}
