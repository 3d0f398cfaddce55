import { setTimeout as delay } from 'node:timers/promises';
import { verifyPhoneLab } from '../adapters/phone-lab/verify-phone-lab.ts';
import {
  type CarrierAccount,
  carrierSettings,
  type ResolvedCarrier,
  realCarrierNeedsHttps,
} from '../config/carrier.ts';
import { type Config, ConfigFault } from '../config/config.ts';
import type { Log } from '../ports/log.ts';

/** The settings once it is known whether calls reach real people. */
export interface ResolvedConfig extends Config {
  readonly carrier: ResolvedCarrier;
}

/** A lab that is started beside the server may take a while to listen. */
const labStartTimeoutMs = 20_000;
const retryEveryMs = 250;

/**
 * Decides between sandbox and real calls before anything starts. A carrier that does not prove to be a phone-lab counts
 * as real, with all that real calls require.
 */
export async function resolveCarrier(
  config: Config,
  log: Log,
  timeoutMs: number = labStartTimeoutMs,
): Promise<ResolvedConfig> {
  const { carrier } = config;
  if (carrier.kind !== 'loopback') return { ...config, carrier };
  const { account } = carrier;
  switch (await checkWithin(account, log, timeoutMs)) {
    case 'verified':
      return { ...config, carrier: { kind: 'lab', account } };
    case 'unreachable':
      throw new ConfigFault([
        `Nothing answers at ${account.baseUrl}. Start the phone-lab there first, or correct ${carrierSettings.baseUrl}.`,
      ]);
    case 'other': {
      const https = config.publicUrl?.startsWith('https://') ?? false;
      if (!https) throw new ConfigFault([unproven(account), realCarrierNeedsHttps]);
      log.warn(
        { carrier: account.baseUrl },
        'the carrier on this machine is not a phone-lab of this account; it is treated as a real carrier',
      );
      return { ...config, carrier: { kind: 'real', account } };
    }
  }
}

const unproven = ({ baseUrl }: CarrierAccount) =>
  `The server at ${baseUrl} is not a phone-lab of this account, so it is treated as a real carrier. For a sandbox, set ${carrierSettings.labLogin} to those of the phone-lab that runs there.`;

async function checkWithin(account: CarrierAccount, log: Log, timeoutMs: number) {
  const deadline = performance.now() + timeoutMs;
  for (let first = true; ; first = false) {
    const check = await verifyPhoneLab(account);
    if (check !== 'unreachable' || performance.now() + retryEveryMs > deadline) return check;
    if (first) log.info({ carrier: account.baseUrl }, 'waiting for the phone-lab to answer');
    await delay(retryEveryMs);
  }
}
