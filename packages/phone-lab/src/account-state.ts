import { randomBytes } from 'node:crypto';
import type { Account, AccountStanding, Credentials } from './account.ts';
import { normalizeNumber } from './phone-number-format.ts';

const usual: AccountStanding = {
  friendlyName: 'phone-lab (a carrier on this machine, not Twilio)',
  status: 'active',
  type: 'Full',
  balance: '20.00',
  currency: 'USD',
  verified: [],
  callsAtOnce: null,
  pricePerMinute: null,
};

export class AccountError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccountError';
  }
}

/** The account as it is now: its standing may change, and its tokens may be rotated. */
export class AccountState implements Account {
  readonly poses: boolean;
  #credentials: Credentials;
  #standing: AccountStanding;
  readonly #save: (credentials: Credentials) => void;

  constructor(
    credentials: Credentials,
    save: (credentials: Credentials) => void,
    options: { poses?: boolean; standing?: Partial<AccountStanding> } = {},
  ) {
    this.#credentials = credentials;
    this.#save = save;
    this.poses = options.poses ?? false;
    this.#standing = this.poses ? { ...usual, friendlyName: 'Front desk' } : usual;
    this.set(options.standing ?? {});
  }

  get sid(): string {
    return this.#credentials.sid;
  }

  get authToken(): string {
    return this.#credentials.authToken;
  }

  get secondAuthToken(): string | null {
    return this.#credentials.secondAuthToken;
  }

  get apiKeySid(): string {
    return this.#credentials.apiKeySid;
  }

  get apiKeySecret(): string {
    return this.#credentials.apiKeySecret;
  }

  get standing(): Readonly<AccountStanding> {
    return this.#standing;
  }

  /** Changes what is named and leaves the rest as it is. */
  set(changes: Partial<AccountStanding>): void {
    this.#standing = { ...this.#standing, ...readStanding(changes) };
  }

  /** A second token; webhooks are still signed with the first. */
  createSecondToken(): string {
    const token = randomBytes(16).toString('hex');
    this.#change({ secondAuthToken: token });
    return token;
  }

  /** The second token becomes the primary one. As with Twilio, the earlier one is refused from now on. */
  promoteSecondToken(): void {
    const { secondAuthToken } = this.#credentials;
    if (secondAuthToken === null) throw new AccountError('There is no second token.');
    this.#change({ authToken: secondAuthToken, secondAuthToken: null });
  }

  /** A new primary token; requests may use the earlier one until it is dropped. */
  rotateToken(): string {
    const { authToken: earlier } = this.#credentials;
    const token = randomBytes(16).toString('hex');
    this.#change({ authToken: token, secondAuthToken: earlier });
    return token;
  }

  dropSecondToken(): void {
    this.#change({ secondAuthToken: null });
  }

  #change(changes: Partial<Credentials>): void {
    this.#credentials = { ...this.#credentials, ...changes };
    this.#save(this.#credentials);
  }
}

const statuses: readonly unknown[] = ['active', 'suspended', 'closed'] satisfies AccountStanding['status'][];
const types: readonly unknown[] = ['Trial', 'Full'] satisfies AccountStanding['type'][];

const rules: { [Key in keyof AccountStanding]: { fits(value: unknown): boolean; wanted: string } } = {
  friendlyName: { fits: isText, wanted: 'a text' },
  status: { fits: (value) => statuses.includes(value), wanted: statuses.join(', ') },
  type: { fits: (value) => types.includes(value), wanted: types.join(' or ') },
  balance: { fits: (value) => isText(value) && /^-?\d+(\.\d+)?$/.test(value), wanted: 'a number as text' },
  currency: { fits: (value) => isText(value) && /^[A-Z]{3}$/.test(value), wanted: 'three capital letters' },
  verified: {
    fits: (value) =>
      Array.isArray(value) && value.every((one) => isText(one) && normalizeNumber(one) === one),
    wanted: 'a list of numbers like +15005550010',
  },
  callsAtOnce: {
    fits: (value) => value === null || (Number.isInteger(value) && Number(value) >= 0),
    wanted: 'a whole number or null',
  },
  pricePerMinute: {
    fits: (value) => value === null || (isText(value) && /^\d+(\.\d+)?$/.test(value)),
    wanted: 'a number as text, or null',
  },
};

function readStanding(given: object): Partial<AccountStanding> {
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof AccountStanding] : null;
    if (!rule)
      throw new AccountError(`An account has no "${name}". It has ${Object.keys(rules).join(', ')}.`);
    if (!rule.fits(value)) throw new AccountError(`${name} of the account must be ${rule.wanted}.`);
  }
  return given;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
