import { exampleReport } from '@parley/contract';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { ReportStore } from '../../ports/reports.ts';

export function reportEndpoints(
  store: ReportStore,
  organizations: Organizations,
): Pick<Endpoints, 'getReport'> {
  return {
    getReport: async ({ caller, query }) => {
      const { timeZone, currency } = await organizations.of(caller.tenantId);
      const report = await store.read(caller.tenantId, query, { timeZone, currency });
      return { report: report ?? exampleReport({ ...query, timeZone, currency }) };
    },
  };
}
