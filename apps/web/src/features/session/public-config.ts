import { configRoute, type PublicConfig, publicConfig } from '@parley/contract';
import { createApiClient } from '../../lib/api-client.ts';

const api = createApiClient({ getToken: async () => null });

/** The identity provider is required; other invalid fields get a default, because the server may be newer. */
export function parsePublicConfig(body: unknown): PublicConfig | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const whole = publicConfig.safeParse(body);
  if (whole.success) return whole.data;
  const invalid = Object.fromEntries(whole.error.issues.map(({ path }) => [path[0], undefined]));
  const readable = publicConfig.safeParse({ ...body, ...invalid, ...defaultsFor(invalid) });
  return readable.success ? readable.data : undefined;
}

function defaultsFor(invalid: object): Partial<PublicConfig> {
  return {
    ...('sandbox' in invalid && { sandbox: null }),
    ...('speaker' in invalid && { speaker: 'none' as const }),
  };
}

export function loadPublicConfig(): Promise<PublicConfig> {
  return api.get(configRoute, parsePublicConfig);
}
