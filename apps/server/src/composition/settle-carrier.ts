import { setTimeout as delay } from 'node:timers/promises';
import { proveLab } from '../adapters/phone-lab/prove-lab.ts';
import { type CarrierAccount, realCarrierNeedsHttps, type SettledCarrier } from '../config/carrier.ts';
import { type Config, ConfigFault } from '../config/config.ts';
import type { Log } from '../ports/log.ts';

/** The settings once it is known whether calls reach real people. */
export interface SettledConfig extends Config {
  readonly carrier: SettledCarrier;
}

/** A lab that is started beside the server may take a while to listen. */
const patienceMs = 20_000;
const betweenMs = 250;

/**
 * Decides between sandbox and real calls before anything starts. What does not prove to be a phone-lab counts as real,
 * with everything that real calls ask for.
 */
export async function settleCarrier(
  config: Config,
  log: Log,
  patience: number = patienceMs,
): Promise<SettledConfig> {
  const { carrier } = config;
  if (carrier.kind !== 'loopback') return { ...config, carrier };
  const { account } = carrier;
  switch (await proofWithin(account, log, patience)) {
    case 'proved':
      return { ...config, carrier: { kind: 'lab', account } };
    case 'silent':
      throw new ConfigFault([
        `Nothing answers at ${account.baseUrl}. Start the phone-lab there first, or correct TWILIO_API_BASE_URL.`,
      ]);
    case 'other': {
      const https = config.publicUrl?.startsWith('https://') ?? false;
      if (!https) throw new ConfigFault([unproven(account), realCarrierNeedsHttps]);
      log.warn({}, unproven(account));
      return { ...config, carrier: { kind: 'twilio', account } };
    }
  }
}

const unproven = ({ baseUrl }: CarrierAccount) =>
  `What answers at ${baseUrl} did not prove to be a phone-lab of this account, so calls count as real. For a sandbox, set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN to those of the phone-lab that runs there.`;

async function proofWithin(account: CarrierAccount, log: Log, patience: number) {
  const deadline = performance.now() + patience;
  for (let first = true; ; first = false) {
    const proof = await proveLab(account);
    if (proof !== 'silent' || performance.now() + betweenMs > deadline) return proof;
    if (first) log.info({ carrier: account.baseUrl }, 'waiting for the phone-lab to answer');
    await delay(betweenMs);
  }
}
