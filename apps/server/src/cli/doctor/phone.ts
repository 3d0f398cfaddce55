import { verifyPhoneLab } from '../../adapters/phone-lab/verify-phone-lab.ts';
import { connectAccount } from '../../composition/telephony.ts';
import {
  carrierSettings,
  carrierText,
  type ResolvedCarrier,
  realCarrierNeedsHttps,
} from '../../config/carrier.ts';
import type { Config } from '../../config/config.ts';
import { CarrierRequestFailed, type OwnedNumber } from '../../ports/carrier.ts';
import { type Finding, fault, ok } from './finding.ts';

const login = 'carrier login';

/** A carrier that does not prove to be a phone-lab counts as real, also while it does not answer. */
export async function resolveCarrierForDoctor({ carrier }: Config): Promise<ResolvedCarrier> {
  if (carrier.kind !== 'loopback') return carrier;
  const { account } = carrier;
  return (await verifyPhoneLab(account)) === 'verified'
    ? { kind: 'lab', account }
    : { kind: 'real', account };
}

export async function checkPhone(carrier: ResolvedCarrier, publicUrl: string): Promise<Finding[]> {
  if (carrier.kind === 'none') {
    return [ok(login, 'no account is set in the environment, and the sandbox is off')];
  }
  if (carrier.kind === 'own-lab') {
    return [ok(login, 'no account is set: calls are sandbox calls on this machine')];
  }
  const { account, kind } = carrier;
  const who = carrierText(carrier);
  try {
    const { numbers } = connectAccount(account, publicUrl, { sandbox: kind === 'lab' }).connection.carrier;
    const owned = await numbers.list();
    return [
      ok(login, `${who} accepts the account`),
      ...addressFinding(kind, publicUrl),
      numberFinding(owned, account.phoneNumber, publicUrl),
    ];
  } catch (error) {
    return [loginFault(who, error)];
  }
}

/** The settings cannot show this where an address on this machine turns out to be no phone-lab. */
function addressFinding(kind: ResolvedCarrier['kind'], publicUrl: string): Finding[] {
  if (kind !== 'real' || publicUrl.startsWith('https://')) return [];
  return [
    fault(
      'sandbox',
      `the server at ${carrierSettings.baseUrl} is not a phone-lab of this account, so it is treated as a real carrier`,
      realCarrierNeedsHttps,
    ),
  ];
}

function numberFinding(numbers: readonly OwnedNumber[], wanted: string, publicUrl: string): Finding {
  const name = 'number';
  const number = numbers.find((one) => one.number === wanted);
  if (!number) {
    return fault(
      name,
      `${wanted} does not belong to this account`,
      `Set ${carrierSettings.number} to a number of the account, or buy this one.`,
    );
  }
  if (number.pointsHere) return ok(name, `calls to ${wanted} reach ${publicUrl}`);
  return fault(name, `calls to ${wanted} go to ${number.voiceUrl || 'nowhere'}`, 'Run npm run phone:setup.');
}

function loginFault(who: string, error: unknown): Finding {
  const reason = error instanceof CarrierRequestFailed ? error.reason : 'carrier_unreachable';
  if (reason === 'account_problem') {
    return fault(login, `${who} does not accept the account`, `Check ${carrierSettings.login}.`);
  }
  if (reason === 'carrier_busy')
    return fault(login, `${who} is too busy to answer`, 'Try again in a minute.');
  return fault(
    login,
    `${who} cannot be reached`,
    `Check that this machine may connect to it, and ${carrierSettings.baseUrl} where it is set.`,
  );
}
