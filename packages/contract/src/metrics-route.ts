import * as z from 'zod/mini';
import type { Route } from './route.ts';

export const metricsRoutes = {
  readMetrics: {
    method: 'GET',
    path: '/metrics',
    guard: 'bearer',
    permission: 'metrics.read',
    summary: 'Figures of this server and of the deployment, in the text format of Prometheus.',
    response: z.string(),
    errors: [],
  },
} as const satisfies Record<string, Route>;
