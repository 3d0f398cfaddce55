import type { RouteExample } from '../route-example.ts';
import { exampleReport } from './example-report.ts';
import type { reportRoutes } from './routes.ts';

const days = { from: '2026-10-12', to: '2026-10-14' };

export const reportExamples: Readonly<Record<keyof typeof reportRoutes, RouteExample>> = {
  getReport: {
    query: `from=${days.from}&to=${days.to}`,
    response: { report: exampleReport({ ...days, timeZone: 'America/New_York', currency: 'USD' }) },
  },
};
