import type { Route } from '../route.ts';
import { callSearchQuery, callSearchResponse } from './search.ts';

export const callSearchRoutes = {
  searchCalls: {
    method: 'GET',
    path: '/api/calls/search',
    guard: 'bearer',
    permission: 'calls.read',
    summary:
      'Calls that fit the filters and have the words, newest first, each with where the words stand. Where `older` is given the search stopped for time and goes on from there.',
    query: callSearchQuery,
    response: callSearchResponse,
    errors: ['invalid_request'],
  },
} as const satisfies Record<string, Route>;
