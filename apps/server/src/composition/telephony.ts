import { join } from 'node:path';
import { startPhoneLab } from '../adapters/phone-lab/phone-lab.ts';
import { createTwilioCarrier } from '../adapters/twilio/carrier.ts';
import type { CarrierAccount, OwnLab } from '../config/carrier.ts';
import type { CarrierName } from '../ports/call.ts';
import type { Carrier } from '../ports/carrier.ts';
import type { CarrierWire } from '../ports/carrier-wire.ts';
import type { Log } from '../ports/log.ts';
import { choosePort } from './choose-port.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';
import type { Shutdown } from './shutdown.ts';

export interface Telephony {
  readonly carrier: Carrier;
  readonly wire: CarrierWire;
  /** The caller id of agents without a number of their own. */
  readonly mainNumber: string;
  /** Set in the sandbox: no real calls are made. */
  readonly sandbox: { readonly handsetUrl: string } | null;
}

/** Connects to Twilio, to a phone-lab that runs on this machine, or to one that this server starts. */
export async function openTelephony(
  config: ResolvedConfig,
  publicUrl: string,
  log: Log,
  shutdown: Shutdown,
): Promise<Telephony> {
  switch (config.carrier.kind) {
    case 'twilio':
      return connect(config.carrier.account, publicUrl, 'twilio');
    case 'lab':
      return connect(config.carrier.account, publicUrl, 'lab');
    case 'own-lab':
      return connect(await startLab(config.carrier.lab, config.dataDir, log, shutdown), publicUrl, 'lab');
  }
}

function connect(account: CarrierAccount, publicUrl: string, name: CarrierName): Telephony {
  return {
    ...createTwilioCarrier(account, publicUrl, name),
    mainNumber: account.phoneNumber,
    sandbox: name === 'lab' && account.baseUrl !== null ? { handsetUrl: `${account.baseUrl}/` } : null,
  };
}

async function startLab(
  settings: OwnLab,
  dataDir: string,
  log: Log,
  shutdown: Shutdown,
): Promise<CarrierAccount> {
  const { speed, cps } = settings;
  const port = await choosePort('127.0.0.1', settings.port, settings.portGiven);
  const lab = await startPhoneLab({ port, dataDir: join(dataDir, 'phone-lab'), speed, cps, log });
  shutdown.add('sandbox carrier', () => lab.stop());
  const [phoneNumber] = lab.phoneNumbers;
  if (phoneNumber === undefined) throw new Error('The sandbox carrier has no number.');
  const { accountSid, authToken, url } = lab;
  return { accountSid, authToken, apiKey: null, phoneNumber, baseUrl: url };
}

/** Sets the webhook addresses of the sandbox carrier's numbers. For a real account `npm run phone:setup` does that. */
export async function pointSandboxNumbers({ carrier, sandbox }: Telephony, log: Log): Promise<string[]> {
  if (!sandbox) return [];
  try {
    const numbers = await carrier.numbers.list();
    for (const { sid, pointsHere } of numbers) if (!pointsHere) await carrier.numbers.pointHere(sid);
    return numbers.map(({ number }) => number);
  } catch (err) {
    log.warn({ err }, 'numbers of the sandbox carrier could not be set up; inbound calls will not arrive');
    return [];
  }
}
