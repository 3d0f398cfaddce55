import { configRoute, type PublicConfig } from '@parley/contract';
import { createApiClient } from '../../lib/api-client.ts';

const api = createApiClient({ getToken: async () => null });

export function loadPublicConfig(): Promise<PublicConfig> {
  return api.request(configRoute);
}
