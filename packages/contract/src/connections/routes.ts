import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import { callingResponse } from './calling.ts';
import { connectionsResponse, replaceSecretBody, seenBody, testResponse } from './connection.ts';
import { addressRoutes, mailStorageRoutes } from './deployment-routes.ts';
import { backToSandboxBody, goLiveBody, goLiveResponse, lookAtBody } from './go-live.ts';
import { disconnectResponse } from './phone.ts';
import { phoneRoutes } from './phone-routes.ts';
import { voiceRoutes } from './voice-routes.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const manages = { guard: 'bearer', permission: 'connections.manage' } as const;
const response = connectionsResponse;

export const anyConnectionRoutes = {
  listConnections: {
    method: 'GET',
    path: '/api/connections',
    ...manages,
    summary: 'Where each connection of your organization stands. Never with a secret.',
    response,
    errors: [],
  },
  replaceSecret: {
    method: 'PUT',
    path: '/api/connections/:id/secret',
    ...manages,
    summary: 'Replace the secret of a connection. It applies at once, on every server.',
    params,
    body: replaceSecretBody,
    response,
    errors: ['invalid_request', 'connection_not_found', 'connection_failed', 'settings_changed'],
  },
  testConnection: {
    method: 'POST',
    path: '/api/connections/:id/test',
    ...manages,
    summary: 'Try whether a connection works, and remember the result.',
    params,
    response: testResponse,
    errors: ['connection_not_found'],
  },
  testDefault: {
    method: 'POST',
    path: '/api/connections/default/:kind/test',
    ...manages,
    summary: 'Try whether what the environment sets works. Nothing is stored.',
    params: z.object({ kind: z.string().check(z.maxLength(200)) }),
    response: testResponse,
    errors: ['connection_not_found'],
  },
  disconnect: {
    method: 'POST',
    path: '/api/connections/:id/disconnect',
    ...manages,
    summary:
      'Disconnect. Calls that are up go on with it; new ones are refused until something else is chosen.',
    params,
    body: seenBody,
    response: disconnectResponse,
    errors: ['invalid_request', 'connection_not_found', 'settings_changed'],
  },
  useDefault: {
    method: 'POST',
    path: '/api/connections/:id/use-default',
    ...manages,
    summary: 'Use what the environment sets, in the place of this connection.',
    params,
    body: seenBody,
    response,
    errors: ['invalid_request', 'connection_not_found', 'settings_changed'],
  },
} as const satisfies Record<string, Route>;

export const callingRoutes = {
  getCalling: {
    method: 'GET',
    path: '/api/calling',
    guard: 'bearer',
    // Every screen says on which side calls are made, whatever else somebody may see.
    permission: null,
    summary: 'Whether calls of your organization are real, and whether they can be made.',
    response: callingResponse,
    errors: [],
  },
  getGoLive: {
    method: 'GET',
    path: '/api/go-live',
    ...manages,
    summary: 'What is ready for real calls and what is not.',
    response: goLiveResponse,
    errors: [],
  },
  lookAt: {
    method: 'PUT',
    path: '/api/go-live/looked-at',
    ...manages,
    summary: 'Say that you have looked at something that only a person can judge.',
    body: lookAtBody,
    response: goLiveResponse,
    errors: ['invalid_request'],
  },
  goLive: {
    method: 'POST',
    path: '/api/go-live',
    ...manages,
    summary: 'Make real calls from now on. The name of the organization confirms it.',
    body: goLiveBody,
    response: callingResponse,
    errors: ['invalid_request', 'not_ready', 'confirmation_wrong', 'settings_changed'],
  },
  backToSandbox: {
    method: 'POST',
    path: '/api/back-to-sandbox',
    ...manages,
    summary: 'Make no more real calls, at once. Calls that are up go on.',
    body: backToSandboxBody,
    response: callingResponse,
    errors: ['invalid_request', 'no_sandbox'],
  },
} as const satisfies Record<string, Route>;

/** All of them. `api-routes.ts` has those that are served. */
export const connectionRoutes = {
  ...phoneRoutes,
  ...addressRoutes,
  ...voiceRoutes,
  ...mailStorageRoutes,
  ...anyConnectionRoutes,
  ...callingRoutes,
};
export type ConnectionRouteName = keyof typeof connectionRoutes;
