import * as z from 'zod/mini';
import type { Route } from './route.ts';
import {
  endTryResponse,
  openTriesResponse,
  startTryBody,
  startTryResponse,
  tryEventsQuery,
  tryInputBody,
  tryInputResponse,
} from './tries.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const param = z.string().check(z.maxLength(200));
const tries = { guard: 'bearer', permission: 'agents.try' } as const;

/** Apart from the other routes, like those of agents. */
export const tryRoutes = {
  startTry: {
    method: 'POST',
    path: '/api/agents/:agentId/tries',
    ...tries,
    summary: 'Try the draft of an agent: by text, or on the handset of the sandbox.',
    params: z.object({ agentId: param }),
    body: startTryBody,
    response: startTryResponse,
    errors: [
      'invalid_request',
      'agent_not_found',
      'agent_archived',
      'no_model',
      'no_sandbox',
      'instructions_not_english',
      'too_many_tries',
      'spending_limit_reached',
      'carrier_refused',
      'carrier_unreachable',
      'carrier_busy',
      'call_not_sent',
      'shutting_down',
    ],
  },
  listOpenTries: {
    method: 'GET',
    path: '/api/agents/:agentId/tries',
    ...tries,
    summary: 'Your tries of this agent that have not ended, for a page that was loaded again.',
    params: z.object({ agentId: param }),
    response: openTriesResponse,
    errors: [],
  },
  tryEvents: {
    method: 'GET',
    path: '/api/tries/:id/events',
    ...tries,
    summary: 'Server-sent events of a try of yours, until it has ended or the token expires.',
    params: z.object({ id: param }),
    query: tryEventsQuery,
    response: z.string(),
    errors: ['invalid_request', 'try_not_found'],
  },
  sendToTry: {
    method: 'POST',
    path: '/api/tries/:id/input',
    ...tries,
    summary: 'Say something in a try by text, press keys, or report that you are typing.',
    params: z.object({ id: param }),
    body: tryInputBody,
    response: tryInputResponse,
    errors: ['invalid_request', 'try_not_found', 'try_ended', 'too_many_tries'],
  },
  endTry: {
    method: 'POST',
    path: '/api/tries/:id/end',
    ...tries,
    summary: 'Hang up. Ending a try that has ended is no error.',
    params: z.object({ id: param }),
    response: endTryResponse,
    errors: ['try_not_found'],
  },
} as const satisfies Record<string, Route>;
