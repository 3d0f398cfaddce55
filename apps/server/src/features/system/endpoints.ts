import type { PublicConfig } from '@parley/contract';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { IdentityProvider } from '../../ports/identity.ts';

export interface SystemDeps {
  readonly identity: IdentityProvider;
  readonly publicConfig: Omit<PublicConfig, 'identity'>;
  /** Able to take calls: the database stores data and the server is not stopping. */
  readonly ready: () => Promise<boolean>;
}

export function systemEndpoints({
  identity,
  publicConfig,
  ready,
}: SystemDeps): Pick<Endpoints, 'health' | 'ready' | 'config'> {
  return {
    health: async () => ({ status: 'ok' }),
    ready: async () => ({ status: (await ready()) ? 'ok' : 'unavailable' }),
    config: async ({ visitor }) => ({ ...publicConfig, identity: await identity.publicConfig(visitor) }),
  };
}
