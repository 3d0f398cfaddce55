import { configRoute, type PublicConfig } from '@parley/contract';
import { createApiClient } from '../../lib/api-client.ts';
import { asObject, asString, type JsonObject } from '../../lib/parsing/json.ts';

const api = createApiClient({ getToken: async () => null });

/** The identity provider is required; other invalid fields get a default, because the server may be newer. */
export function parsePublicConfig(body: unknown): PublicConfig | undefined {
  const fields = asObject(body);
  const appKey = asString(fields?.appKey);
  const identity = identityOf(asObject(fields?.identity));
  if (fields === null || appKey === null || identity === null) return undefined;
  const handsetUrl = asString(asObject(fields.sandbox)?.handsetUrl);
  return {
    appKey,
    identity,
    sandbox: handsetUrl === null ? null : { handsetUrl },
    speaker: speakers.find((known) => known === fields.speaker) ?? 'none',
    country: asString(fields.country),
  };
}

const speakers = ['model', 'scripted', 'none'] as const satisfies readonly PublicConfig['speaker'][];

const policies = ['open', 'invited', 'closed'] as const;

function identityOf(fields: JsonObject | null): PublicConfig['identity'] | null {
  const [firstAccountNeedsCode, publishableKey] = [fields?.firstAccountNeedsCode, fields?.publishableKey];
  if (fields?.provider === 'built-in' && typeof firstAccountNeedsCode === 'boolean')
    return {
      provider: 'built-in',
      firstAccountNeedsCode,
      signUp: policies.find((known) => known === fields.signUp) ?? 'open',
    };
  if (fields?.provider === 'clerk' && typeof publishableKey === 'string')
    return { provider: 'clerk', publishableKey };
  return null;
}

export function loadPublicConfig(): Promise<PublicConfig> {
  return api.get(configRoute, parsePublicConfig);
}
