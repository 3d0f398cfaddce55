import { tooManyApiKeysSentence } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { newApiKey } from '../../lib/api-key.ts';
import type { ApiKeyStore } from '../../ports/api-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

type ApiKeyEndpoints = Pick<Endpoints, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'>;

export function apiKeyEndpoints(store: ApiKeyStore, clock: Clock): ApiKeyEndpoints {
  return {
    listApiKeys: async ({ caller }) => ({ keys: await store.list(caller.tenantId) }),

    createApiKey: async ({ caller, body }) => {
      if (body.expiresAt !== null && Date.parse(body.expiresAt) <= clock.time())
        throw new AppError('invalid_request', 'The key would have expired already. Choose a later day.');
      const { secret, ...made } = newApiKey();
      const permissions = [...new Set(body.permissions)];
      const key = await store.create(caller, { ...body, ...made, name: body.name.trim(), permissions });
      if (key === null) throw new AppError('too_many_api_keys', tooManyApiKeysSentence);
      return { key, secret };
    },

    revokeApiKey: async ({ caller, params }) => {
      const key = await store.revoke(caller, params.id);
      if (key === null) throw new AppError('api_key_not_found', 'This key does not exist.');
      return { key };
    },
  };
}
