import type { Route } from '../route.ts';
import { reportQuery, reportResponse } from './report.ts';

export const reportRoutes = {
  getReport: {
    method: 'GET',
    path: '/api/reports',
    guard: 'bearer',
    permission: 'reports.read',
    summary: 'The figures of some days, as days of the time zone of your organization. At most 400 days.',
    query: reportQuery,
    response: reportResponse,
    errors: ['invalid_request'],
  },
} as const satisfies Record<string, Route>;
