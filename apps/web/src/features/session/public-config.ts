import { configRoute, type PublicConfig, publicConfig } from '@parley/contract';
import { createApiClient } from '../../lib/api-client.ts';

const api = createApiClient({ getToken: async () => null });

/** Who signs people in must be known; whatever else this page cannot read counts as not told. */
export function readPublicConfig(body: unknown): PublicConfig | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const whole = publicConfig.safeParse(body);
  if (whole.success) return whole.data;
  const untold = Object.fromEntries(whole.error.issues.map(({ path }) => [path[0], undefined]));
  const readable = publicConfig.safeParse({ ...body, ...untold, ...notTold(untold) });
  return readable.success ? readable.data : undefined;
}

function notTold(untold: object): Partial<PublicConfig> {
  return {
    ...('sandbox' in untold && { sandbox: null }),
    ...('speaker' in untold && { speaker: 'none' as const }),
  };
}

export function loadPublicConfig(): Promise<PublicConfig> {
  return api.read(configRoute, readPublicConfig);
}
