import type { ProblemCode, WebhookValues } from '@parley/contract';

/** An account at the carrier as the people who connect it see it. Throws PhoneAccountFailed. */
export interface PhoneAccount {
  /** Asked with the auth token, also where an API key makes the other requests: webhooks are signed with it. */
  info(): Promise<AccountInfo>;
  numbers(): Promise<readonly AccountNumber[]>;
  /** Null when the account does not have it. */
  number(sid: string): Promise<AccountNumber | null>;
  /** Changes where calls to a number go, and reads back what the carrier has kept. */
  set(sid: string, values: WebhookValues): Promise<AccountNumber>;
  /** What lets calls to a number reach this deployment, at its present address. */
  ownWebhooks(): WebhookValues;
  /** Whether calls reach this connection, also at an earlier address. */
  isOwn(values: WebhookValues): boolean;
}

export interface AccountInfo {
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'closed';
  /** It calls only numbers that somebody has proved to be theirs. */
  readonly isTrial: boolean;
  /** Null where the login may not read it. */
  readonly balance: { readonly amount: string; readonly currency: string } | null;
}

export interface AccountNumber {
  readonly sid: string;
  readonly number: string;
  readonly voice: boolean;
  /** As the carrier names them. Here they are only compared and set. */
  readonly webhooks: WebhookValues;
  readonly callsGo: 'to an address' | 'to an application' | 'nowhere';
}

export type PhoneProblem = Extract<
  ProblemCode,
  | 'wrong_token'
  | 'wrong_api_key'
  | 'account_suspended'
  | 'account_closed'
  | 'carrier_unreachable'
  | 'number_missing'
  | 'webhooks_refused'
>;

/** Nothing was changed, or what was changed is not known (`carrier_unreachable`). */
export class PhoneAccountFailed extends Error {
  override readonly name = 'PhoneAccountFailed';
  readonly problem: PhoneProblem;

  constructor(problem: PhoneProblem, cause: unknown) {
    super(`The phone account did not do what it was asked: ${problem}.`, { cause });
    this.problem = problem;
  }
}
