import { join } from 'node:path';
import { startPhoneLab } from '../adapters/phone-lab/phone-lab.ts';
import { verifyPhoneLab } from '../adapters/phone-lab/verify-phone-lab.ts';
import { carrierName, connectTwilio } from '../adapters/twilio/connection.ts';
import { connectionIdOf } from '../adapters/twilio/paths.ts';
import { twilioAccount } from '../adapters/twilio/phone-account.ts';
import type { CarrierAccount, OwnLab } from '../config/carrier.ts';
import type { CarrierIdentity } from '../ports/carrier.ts';
import type { AddressBook } from '../ports/carrier-connection.ts';
import type { Log } from '../ports/log.ts';
import { AccountDirectory, type ConnectedAccount, type ConnectedAccounts } from './account-directory.ts';
import type { Addresses } from './addresses.ts';
import { choosePort } from './choose-port.ts';
import { fixedAccount, fixedAddress } from './fixed-account.ts';
import type { PhoneCarrier } from './phone-connections.ts';
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
  /** The real account of the environment; null: none is set. */
  readonly environment: ConnectedAccount | null;
  /** The sandbox; null: there is none, or it has not started yet. */
  sandbox(): ConnectedAccount | null;
  /** A sandbox beside a real account: it does not delay the start of the server. Null when it could not be started. */
  readonly startBeside: (() => Promise<ConnectedAccount | null>) | null;
  /** All accounts, that of the environment first. */
  readonly directory: AccountDirectory;
}

/** Connects to the carrier of the settings: a real one, a phone-lab on this machine, or one that this server starts. */
export async function openTelephony(
  config: ResolvedConfig,
  addresses: CarrierAddresses,
  connected: ConnectedAccounts | null,
  log: Log,
  shutdown: Shutdown,
  more?: MoreAccounts,
): Promise<Telephony> {
  const { carrier, dataDir } = config;
  const ownLab = async (lab: OwnLab) =>
    // Its webhooks never leave this machine: other servers have sandboxes of their own.
    connectAccount(await startLab(lab, dataDir, log, shutdown), addresses.localUrl, { sandbox: true });
  const environment =
    carrier.kind === 'real' ? connectAccount(carrier.account, addresses.publicUrl, { sandbox: false }) : null;
  let sandbox =
    carrier.kind === 'lab'
      ? connectAccount(carrier.account, addresses.publicUrl, { sandbox: true })
      : carrier.kind === 'own-lab'
        ? await ownLab(carrier.lab)
        : null;
  const first = environment ?? sandbox;
  const directory = new AccountDirectory(
    [...(first ? [first] : []), ...(more?.connect(addresses) ?? [])],
    connected,
  );
  for (const { tenantId } of directory.taken())
    log.warn(
      { tenantId },
      'the phone account of the settings belongs to an organization, whose real calls are refused',
    );
  const beside = environment ? config.sandbox : null;
  return {
    environment,
    directory,
    sandbox: () => sandbox,
    startBeside:
      beside &&
      (async () => {
        try {
          sandbox = await ownLab(beside);
          directory.add([sandbox]);
        } catch (err) {
          log.warn(
            { err },
            'sandbox could not be started; real calls work, but agents can only be tried by text',
          );
        }
        return sandbox;
      }),
  };
}

/** What knows the carrier of accounts that organizations connect. */
export function phoneCarrier(carrierUrl: string | null, addresses: AddressBook): PhoneCarrier {
  return {
    name: carrierName,
    baseUrl: carrierUrl,
    connect: (source, connectionId) => connectTwilio(source, addresses, { sandbox: false, connectionId }),
    open: (source, connectionId) => twilioAccount(source, addresses, connectionId),
    isSandbox: async (credentials) =>
      carrierUrl !== null &&
      (await verifyPhoneLab({ ...credentials, baseUrl: carrierUrl, phoneNumber: '' })) === 'verified',
    connectionIdOf,
  };
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
  const { speed, cps, voice } = settings;
  const port = await choosePort('127.0.0.1', settings.port, settings.portGiven);
  const lab = await startPhoneLab({ port, dataDir: join(dataDir, 'phone-lab'), speed, cps, voice, log });
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
    log.warn({ err }, 'webhooks of sandbox phone numbers not set; inbound sandbox calls will not arrive');
    return [];
  }
}
