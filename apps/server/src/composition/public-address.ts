import type { Problem } from '@parley/contract';
import { throughAddress } from '../adapters/public-address/through-address.ts';
import type { Config } from '../config/config.ts';
import { isLoopbackUrl } from '../config/loopback.ts';
import { addressEndpoints } from '../features/connections/address-endpoints.ts';
import { checkAddress } from '../features/connections/check-address.ts';
import type { ConnectionTest } from '../features/connections/connection-tests.ts';
import { createAddressProof } from '../lib/address-proof.ts';
import type { DeploymentKeys } from '../ports/deployment-keys.ts';
import type { OpenConnections } from './connections.ts';

/** The public address as it is set in the browser: its endpoints, and how it is tried. */
export function openPublicAddress(
  config: Pick<Config, 'carrierUrl' | 'toolHosts'>,
  keys: DeploymentKeys,
  connections: Pick<OpenConnections, 'store' | 'assertMayChange' | 'changed' | 'limit'>,
): {
  endpoints: ReturnType<typeof addressEndpoints>;
  test: ConnectionTest;
  problemOf: (url: string) => Promise<Problem | null>;
} {
  const carrierOnThisMachine = config.carrierUrl !== null && isLoopbackUrl(config.carrierUrl);
  const through = throughAddress({ carrierOnThisMachine, namedHosts: config.toolHosts });
  const check = async (url: string, times?: number) => {
    const proof = createAddressProof(await keys.get('address-check'));
    return checkAddress(url, { proof, through, carrierOnThisMachine }, times);
  };
  const { store, assertMayChange, changed, limit } = connections;
  return {
    endpoints: addressEndpoints({ store, assertMayChange, changed, limit, check: (url) => check(url) }),
    problemOf: async (url) => (await check(url)).problem,
    // Every few minutes once is enough: one that stopped answering does so every time.
    test: async ({ settings }, _secrets, occasion) =>
      settings.kind === 'address'
        ? (await check(settings.url, occasion === 'routine' ? 1 : undefined)).problem
        : null,
  };
}
