import { connectionCheck, numbersCheck, sameWebhooks } from '@parley/contract';
import { verifyPhoneLab } from '../../adapters/phone-lab/verify-phone-lab.ts';
import { fixedAccount, fixedAddress } from '../../composition/fixed-account.ts';
import { phoneCarrier } from '../../composition/telephony.ts';
import { carrierSettings, type ResolvedCarrier, realCarrierNeedsHttps } from '../../config/carrier.ts';
import type { Config } from '../../config/config.ts';
import { readAccount } from '../../features/connections/phone/check-account.ts';
import { type Finding, fault, findingOf, ok } from './finding.ts';
import { settingsRemedies } from './remedies.ts';

/** A carrier that does not prove to be a phone-lab counts as real, also while it does not answer. */
export async function resolveCarrierForDoctor({ carrier }: Config): Promise<ResolvedCarrier> {
  if (carrier.kind !== 'loopback') return carrier;
  const { account } = carrier;
  return (await verifyPhoneLab(account)) === 'verified'
    ? { kind: 'lab', account }
    : { kind: 'real', account };
}

/** The account of the settings; `connected`: organizations have accounts of their own. */
export async function checkPhone(
  carrier: ResolvedCarrier,
  publicUrl: string,
  connected: boolean,
): Promise<Finding[]> {
  const name = 'phone account';
  if (carrier.kind === 'none' || carrier.kind === 'own-lab') {
    if (connected) return [];
    return carrier.kind === 'none'
      ? [ok(name, 'none is set, and the sandbox is off')]
      : [ok(name, 'none is set: calls are sandbox calls on this machine')];
  }
  const { account, kind } = carrier;
  const opened = phoneCarrier(account.baseUrl, fixedAddress(publicUrl)).open(fixedAccount(account), null);
  const { info, numbers, problem } = await readAccount(opened, account.accountSid);
  const { accountSid, phoneNumber } = account;
  const shown = {
    ...({ kind: 'phone', account: accountSid, name: info?.name ?? null } as const),
    ...{ numbers: [phoneNumber], main: phoneNumber },
    ...{ callsAtOnce: null, callsPerSecond: null, countries: null },
  };
  const remedy = problem ? settingsRemedies[problem.code] : undefined;
  const login = findingOf(connectionCheck('phone', { shown, problem, remedy }));
  if (problem) return [login];
  const found = numbers.find(({ number }) => number === phoneNumber);
  const facts = {
    ...{ number: phoneNumber, atCarrier: found ?? null },
    pointsHere: found !== undefined && sameWebhooks(found.webhooks, opened.ownWebhooks()),
  };
  const remedies = { missing: settingsRemedies.number_missing ?? '', elsewhere: 'Run npm run phone:setup.' };
  return [login, ...addressFinding(kind, publicUrl), ...numbersCheck([facts], remedies).map(findingOf)];
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
