import { type ApiKey, apiKey, createApiKeyResponse } from '@parley/contract';
import { asObject, parseList } from './json.ts';

export function parseApiKeys(body: unknown): ApiKey[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.keys)) return undefined;
  return parseList(fields.keys, 'API key', (value) => apiKey.safeParse(value).data ?? null);
}

export interface CreatedApiKey {
  key: ApiKey;
  secret: string;
}

export function parseCreatedApiKey(body: unknown): CreatedApiKey | undefined {
  return createApiKeyResponse.safeParse(body).data;
}
