import { exampleReport } from '@parley/contract';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { Organizations } from '../../ports/organization-store.ts';

export function reportEndpoints(organizations: Organizations): Pick<Endpoints, 'getReport'> {
  return {
    getReport: async ({ caller, query: { from, to } }) => {
      const { timeZone, currency } = await organizations.of(caller.tenantId);
      return { report: exampleReport({ from, to, timeZone, currency }) };
    },
  };
}
