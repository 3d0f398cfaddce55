import * as z from 'zod/mini';
import { deletedResponse } from '../calls.ts';
import type { Route } from '../route.ts';
import { changeViewBody, createViewBody, viewResponse, viewsResponse } from './view.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
/** Whoever may read calls may keep how they look for them. */
const reads = { guard: 'bearer', permission: 'calls.read' } as const;

export const callViewRoutes = {
  listCallViews: {
    method: 'GET',
    path: '/api/calls/views',
    ...reads,
    summary: 'The views of the call list that you have saved, by name.',
    response: viewsResponse,
    errors: [],
  },
  createCallView: {
    method: 'POST',
    path: '/api/calls/views',
    ...reads,
    summary: 'Save a search and filters with a name. Sent twice, it is one view.',
    body: createViewBody,
    response: viewResponse,
    errors: ['invalid_request', 'view_name_taken', 'too_many_views'],
  },
  changeCallView: {
    method: 'PATCH',
    path: '/api/calls/views/:id',
    ...reads,
    summary: 'Rename a view of yours, or give it other filters.',
    params,
    body: changeViewBody,
    response: viewResponse,
    errors: ['invalid_request', 'view_not_found', 'view_name_taken'],
  },
  deleteCallView: {
    method: 'DELETE',
    path: '/api/calls/views/:id',
    ...reads,
    summary: 'Delete a view of yours.',
    params,
    response: deletedResponse,
    errors: ['view_not_found'],
  },
} as const satisfies Record<string, Route>;
