import { connectionCheck } from '@parley/contract';
import { throughAddress } from '../../adapters/public-address/through-address.ts';
import type { Config } from '../../config/config.ts';
import { isLoopbackUrl } from '../../config/loopback.ts';
import { checkAddress } from '../../features/connections/check-address.ts';
import { createAddressProof } from '../../lib/address-proof.ts';
import { type Finding, fault, findingOf } from './finding.ts';
import { settingsRemedies } from './remedies.ts';

/** Sends itself a signed webhook and opens a socket by the address that the carrier uses, as the page does. */
export async function checkPublicAddress(
  { carrier, carrierUrl, toolHosts }: Config,
  url: string,
  key: Buffer | null,
): Promise<Finding> {
  if (key === null)
    return fault('public address', 'was not tried: it needs the database', 'Repair the database first.');
  const carrierOnThisMachine =
    carrier.kind === 'own-lab' || (carrierUrl !== null && isLoopbackUrl(carrierUrl));
  const { problem } = await checkAddress(url, {
    proof: createAddressProof(key),
    through: throughAddress({ carrierOnThisMachine, namedHosts: toolHosts }),
    carrierOnThisMachine,
  });
  const remedy = problem ? settingsRemedies[problem.code] : undefined;
  return findingOf(connectionCheck('address', { shown: { kind: 'address', url }, problem, remedy }));
}
