import { publicConfig } from './public-config.ts';
import type { Route } from './route.ts';

/** Apart from the other routes, so that a page that needs only this one does not load their schemas. */
export const configRoute = {
  method: 'GET',
  path: '/config.json',
  guard: 'public',
  summary: 'What the browser needs to know before sign-in.',
  response: publicConfig,
  errors: [],
} as const satisfies Route;
