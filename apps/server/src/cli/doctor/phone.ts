import { verifyPhoneLab } from '../../adapters/phone-lab/verify-phone-lab.ts';
import { createTwilioCarrier } from '../../adapters/twilio/carrier.ts';
import { failureOf } from '../../adapters/twilio/failures.ts';
import { type ResolvedCarrier, realCarrierNeedsHttps } from '../../config/carrier.ts';
import type { Config } from '../../config/config.ts';
import type { OwnedNumber } from '../../ports/carrier.ts';
import { type Finding, fault, ok } from './finding.ts';

const login = 'carrier login';

/** A carrier that does not prove to be a phone-lab counts as real, also while it does not answer. */
export async function resolveCarrierForDoctor({ carrier }: Config): Promise<ResolvedCarrier> {
  if (carrier.kind !== 'loopback') return carrier;
  const { account } = carrier;
  return (await verifyPhoneLab(account)) === 'verified'
    ? { kind: 'lab', account }
    : { kind: 'twilio', account };
}

export async function checkPhone(carrier: ResolvedCarrier, publicUrl: string): Promise<Finding[]> {
  if (carrier.kind === 'own-lab') {
    return [ok(login, 'no account is set: calls are sandbox calls on this machine')];
  }
  const { account, kind } = carrier;
  const { baseUrl } = account;
  const who =
    kind === 'lab' ? `the sandbox carrier at ${baseUrl}` : baseUrl ? `the carrier at ${baseUrl}` : 'Twilio';
  try {
    const numbers = await createTwilioCarrier(account, publicUrl, kind).carrier.numbers.list();
    return [
      ok(login, `${who} accepts the account`),
      ...addressFinding(kind, publicUrl),
      numberFinding(numbers, account.phoneNumber, publicUrl),
    ];
  } catch (error) {
    return [loginFault(who, error)];
  }
}

/** The settings cannot show this where an address on this machine turns out to be no phone-lab. */
function addressFinding(kind: ResolvedCarrier['kind'], publicUrl: string): Finding[] {
  if (kind !== 'twilio' || publicUrl.startsWith('https://')) return [];
  return [
    fault(
      'sandbox',
      'the server at TWILIO_API_BASE_URL is not a phone-lab of this account, so it is treated as a real carrier',
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
      'Set TWILIO_PHONE_NUMBER to a number of the account, or buy this one.',
    );
  }
  if (number.pointsHere) return ok(name, `calls to ${wanted} reach ${publicUrl}`);
  return fault(name, `calls to ${wanted} go to ${number.voiceUrl || 'nowhere'}`, 'Run npm run phone:setup.');
}

function loginFault(who: string, error: unknown): Finding {
  const failure = failureOf(error);
  const reason = failure.kind === 'refused' ? failure.refusal.reason : null;
  if (reason === 'account_problem' || failure.kind === 'missing') {
    return fault(
      login,
      `${who} does not accept the account`,
      'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or TWILIO_API_KEY and TWILIO_API_SECRET.',
    );
  }
  if (failure.kind === 'busy') return fault(login, `${who} is too busy to answer`, 'Try again in a minute.');
  return fault(
    login,
    `${who} cannot be reached`,
    'Check that this machine may connect to it, and TWILIO_API_BASE_URL where it is set.',
  );
}
