import { join } from 'node:path';
import { startPhoneLab } from '../adapters/phone-lab/phone-lab.ts';
import { connectTwilio } from '../adapters/twilio/connection.ts';
import type { CarrierAccount, OwnLab } from '../config/carrier.ts';
import { Carriers } from '../features/calls/carriers.ts';
import type { CarrierIdentity } from '../ports/carrier.ts';
import type { Log } from '../ports/log.ts';
import { AccountDirectory, type ConnectedAccount } from './account-directory.ts';
import type { Addresses } from './addresses.ts';
import { choosePort } from './choose-port.ts';
import { fixedAccount, fixedAddress } from './fixed-account.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';
import type { Shutdown } from './shutdown.ts';

export type CarrierAddresses = Pick<Addresses, 'publicUrl' | 'localUrl'>;

/** More accounts beside the one of the settings, and which of all places a tenant's calls: null where none may. */
export interface MoreAccounts {
  /** A carrier on the internet calls back at the public address, a phone-lab of this machine at the local one. */
  readonly connect: (addresses: CarrierAddresses) => readonly ConnectedAccount[];
  readonly chosenFor?: (tenantId: string) => CarrierIdentity | null;
}

export interface Telephony {
  /** The account of the settings. */
  readonly main: ConnectedAccount;
  /** All accounts, the main one first. */
  readonly directory: AccountDirectory;
  readonly carriers: Carriers;
}

/** Connects to the carrier of the settings: a real one, a phone-lab on this machine, or one that this server starts. */
export async function openTelephony(
  config: ResolvedConfig,
  addresses: CarrierAddresses,
  log: Log,
  shutdown: Shutdown,
  more?: MoreAccounts,
): Promise<Telephony> {
  const { carrier } = config;
  const account =
    carrier.kind === 'own-lab' ? await startLab(carrier.lab, config.dataDir, log, shutdown) : carrier.account;
  const main = connectAccount(account, addresses.publicUrl, { sandbox: carrier.kind !== 'real' });
  return telephonyOf(main, more?.connect(addresses) ?? [], more?.chosenFor);
}

function telephonyOf(
  main: ConnectedAccount,
  others: readonly ConnectedAccount[],
  chosenFor?: MoreAccounts['chosenFor'],
): Telephony {
  const directory = new AccountDirectory([main, ...others]);
  const choose = (tenantId: string) => {
    const chosen = chosenFor ? chosenFor(tenantId) : main.connection.carrier;
    return chosen && (directory.of(chosen)?.connection.carrier ?? null);
  };
  return { main, directory, carriers: new Carriers(() => directory.carriers(), choose) };
}

/** A real account of the settings, or one of a phone-lab: both speak the same protocol. */
export function connectAccount(
  account: CarrierAccount,
  publicUrl: string,
  { sandbox }: { readonly sandbox: boolean },
): ConnectedAccount {
  return {
    connection: connectTwilio(fixedAccount(account), fixedAddress(publicUrl), { sandbox }),
    mainNumber: account.phoneNumber,
    sandbox: sandbox && account.baseUrl !== null ? { handsetUrl: `${account.baseUrl}/` } : null,
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

/** Sets the webhook addresses of a sandbox carrier's numbers. For a real account `npm run phone:setup` does that. */
export async function pointSandboxNumbers(
  { connection, sandbox }: ConnectedAccount,
  log: Log,
): Promise<string[]> {
  if (!sandbox) return [];
  try {
    const { numbers } = connection.carrier;
    const owned = await numbers.list();
    for (const { sid, pointsHere } of owned) if (!pointsHere) await numbers.pointHere(sid);
    return owned.map(({ number }) => number);
  } catch (err) {
    log.warn({ err }, 'numbers of the sandbox carrier could not be set up; inbound calls will not arrive');
    return [];
  }
}
