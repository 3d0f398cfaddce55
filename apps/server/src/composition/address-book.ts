import { isLoopbackUrl } from '../config/loopback.ts';
import type { Snapshot } from '../features/connections/snapshot.ts';
import type { AddressBook } from '../ports/carrier-connection.ts';
import type { Addresses } from './addresses.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

/** As long as webhooks of a call that began with an address may be on their way after its longest time. */
const afterCallMs = 15 * 60_000;

type AddressSettings = Pick<ResolvedConfig, 'publicUrl' | 'limits' | 'carrierUrl'>;

/** The public address of the deployment: that of the environment, otherwise the one that was connected. */
export function deploymentAddress(
  { publicUrl, limits }: AddressSettings,
  { localUrl }: Pick<Addresses, 'localUrl'>,
  snapshot: () => Snapshot,
): AddressBook {
  const keptMs = limits.maxCallMinutes * 60_000 + afterCallMs;
  const current = () => publicUrl ?? connectedAddress(snapshot()) ?? localUrl;
  return {
    current,
    all: (now) => {
      if (publicUrl !== null) return [publicUrl];
      const ended = snapshot().connections.flatMap(({ settings, endedAt }) =>
        settings.kind === 'address' && endedAt !== null && now.getTime() - endedAt.getTime() < keptMs
          ? [settings.url]
          : [],
      );
      return ended.length === 0 ? [current()] : [...new Set([current(), ...ended])];
    },
  };
}

/** Whether the carrier of connected accounts can call back. */
export function addressIsReady({ publicUrl, carrierUrl }: AddressSettings, snapshot: Snapshot): boolean {
  const address = publicUrl ?? connectedAddress(snapshot);
  if (address === null) return false;
  return address.startsWith('https://') || (carrierUrl !== null && isLoopbackUrl(carrierUrl));
}

function connectedAddress(snapshot: Snapshot): string | null {
  const settings = snapshot.ofDeployment('address')?.settings;
  return settings?.kind === 'address' ? settings.url.replace(/\/$/, '') : null;
}
