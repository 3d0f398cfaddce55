import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import { apiKeyResponse, apiKeysResponse, createApiKeyBody, createApiKeyResponse } from './key.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const manages = { guard: 'bearer', permission: 'keys.manage' } as const;

export const apiKeyRoutes = {
  listApiKeys: {
    method: 'GET',
    path: '/api/keys',
    ...manages,
    summary: 'The API keys of the organization, newest first, also those that do not work any more.',
    response: apiKeysResponse,
    errors: [],
  },
  createApiKey: {
    method: 'POST',
    path: '/api/keys',
    ...manages,
    summary: 'Make an API key. Its secret is in this answer and nowhere else.',
    body: createApiKeyBody,
    response: createApiKeyResponse,
    errors: ['invalid_request', 'too_many_api_keys'],
  },
  revokeApiKey: {
    method: 'POST',
    path: '/api/keys/:id/revoke',
    ...manages,
    summary: 'Revoke an API key. Requests with it are refused from now on, by all servers.',
    params,
    response: apiKeyResponse,
    errors: ['api_key_not_found'],
  },
} as const satisfies Record<string, Route>;
