import { expect, test } from 'vitest';
import { withoutSchemas } from './route-tables.ts';

const table = `export const routes = {
  getAgent: {
    method: 'GET',
    path: '/api/agents/:agentId',
    ...reads,
    summary: 'One agent with its draft.',
    params: z.object({ agentId: param }),
    response: editedAgentResponse,
    errors: ['agent_not_found'],
  },
  listCalls: {
    method: 'GET',
    path: '/api/calls',
    guard: 'bearer',
    // Why no permission fits.
    permission: null,
    summary:
      'Calls, newest first.',
    query: callsQuery,
    response,
    errors: [
      'invalid_request',
    ],
  },
};
`;

test('a page keeps what it needs of a route to send a request', () => {
  expect(withoutSchemas(table)).toBe(`export const routes = {
  getAgent: {
    method: 'GET',
    path: '/api/agents/:agentId',
    ...reads,
  },
  listCalls: {
    method: 'GET',
    path: '/api/calls',
    guard: 'bearer',
    // Why no permission fits.
    permission: null,
  },
};
`);
});
