import {
  type CheckPhoneResponse,
  type NumberOffer,
  type PhoneCredentials,
  type Problem,
  problemOf,
  type WebhookValues,
} from '@parley/contract';
import {
  type AccountInfo,
  type AccountNumber,
  type PhoneAccount,
  PhoneAccountFailed,
} from '../../../ports/phone-account.ts';

export interface AccountReport {
  readonly info: AccountInfo | null;
  readonly numbers: readonly AccountNumber[];
  readonly problem: Problem | null;
}

export interface CheckAccountDeps {
  readonly open: (credentials: PhoneCredentials) => PhoneAccount;
  /** True when the carrier that would be asked is one of our sandboxes. */
  readonly isSandbox: (credentials: PhoneCredentials) => Promise<boolean>;
}

/** Asks the carrier about an account. Changes nothing, and tells nothing of what the other side wrote. */
export async function checkAccount(
  { open, isSandbox }: CheckAccountDeps,
  credentials: PhoneCredentials,
): Promise<AccountReport> {
  if (await isSandbox(credentials)) return { info: null, numbers: [], problem: problemOf('not_twilio') };
  return readAccount(open(credentials), credentials.accountSid);
}

export async function readAccount(account: PhoneAccount, accountSid: string): Promise<AccountReport> {
  let info: AccountInfo | null = null;
  try {
    info = await account.info();
    const stopped = stateProblem(info.state, accountSid);
    if (stopped) return { info, numbers: [], problem: stopped };
    const numbers = await account.numbers();
    return { info, numbers, problem: numbersProblem(numbers, accountSid) };
  } catch (error) {
    if (!(error instanceof PhoneAccountFailed)) throw error;
    // The path names the account: one that is not there was never there with this token.
    const code = error.problem === 'number_missing' ? 'wrong_token' : error.problem;
    return { info, numbers: [], problem: problemOf(code, { account: accountSid }) };
  }
}

function numbersProblem(numbers: readonly AccountNumber[], account: string): Problem | null {
  if (numbers.length === 0) return problemOf('no_numbers', { account });
  return numbers.some(({ voice }) => voice) ? null : problemOf('no_voice_numbers', { account });
}

function stateProblem(state: AccountInfo['state'], account: string): Problem | null {
  if (state === 'suspended') return problemOf('account_suspended', { account });
  return state === 'closed' ? problemOf('account_closed', { account }) : null;
}

export interface OfferDeps {
  readonly countryOf: (number: string) => string | null;
  /** Who uses a number here: this organization's connection, somebody else, nobody. */
  readonly claimOf: (number: string) => NumberOffer['claimed'];
  /** At the address in force: what is set to an earlier one of ours does not arrive any more. */
  readonly reachesHere: (values: WebhookValues) => boolean;
}

const pointsOf = {
  'to an address': 'elsewhere',
  'to an application': 'application',
  nowhere: 'nowhere',
} as const;

export function offerOf(
  { sid, number, voice, webhooks, callsGo }: AccountNumber,
  { countryOf, claimOf, reachesHere }: OfferDeps,
): NumberOffer {
  const points = callsGo === 'to an address' && reachesHere(webhooks) ? 'here' : pointsOf[callsGo];
  return { sid, number, voice, webhooks, points, claimed: claimOf(number), country: countryOf(number) };
}

export function responseOf({ info, numbers, problem }: AccountReport, offers: OfferDeps): CheckPhoneResponse {
  return {
    account: info && shown(info),
    numbers: numbers.map((number) => offerOf(number, offers)),
    problem,
  };
}

function shown({ name, state, isTrial, balance }: AccountInfo): NonNullable<CheckPhoneResponse['account']> {
  return { name, status: state, type: isTrial ? 'Trial' : 'Full', balance };
}
