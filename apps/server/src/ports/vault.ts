/**
 * Secrets that the people of an organization enter: headers of tools, phone accounts, model keys. Nobody can read one
 * back; only what has the purpose it was entered for can use it. docs/secrets.md has the rules.
 */
export interface Vault {
  /** Never the value, nor any part of it. */
  list(tenantId: string): Promise<SecretEntry[]>;
  /** Null when it is stored. */
  put(tenantId: string, secret: NewSecret): Promise<SecretProblem | null>;
  /** The new value applies at once; the earlier one is offered for a quarter of an hour. Null when it is stored. */
  replace(tenantId: string, change: SecretChange): Promise<SecretProblem | null>;
  /** False when there is none with this name. */
  remove(tenantId: string, name: string, actor: string): Promise<boolean>;
  /** Lends the value to `work`. Read from the database each time, so that a change counts on every server at once. */
  use<T>(tenantId: string, wanted: WantedSecret, work: (value: SecretValue) => Promise<T> | T): Promise<T>;
}

export interface SecretEntry {
  readonly name: string;
  readonly purpose: SecretPurpose;
  /** The id of the person who set it. */
  readonly setBy: string;
  readonly setAt: Date;
}

/** What may use a secret. */
export const secretPurposes = [
  'tool',
  'phone-account',
  'model',
  'speech',
  'mail',
  'storage',
  'webhook',
] as const;
export type SecretPurpose = (typeof secretPurposes)[number];

export interface WantedSecret {
  readonly name: string;
  readonly purpose: SecretPurpose;
}

export interface NewSecret extends WantedSecret {
  readonly value: string;
  readonly actor: string;
}

export type SecretChange = Omit<NewSecret, 'purpose'>;

export interface SecretValue {
  readonly value: string;
  /** The value before a change of the last quarter of an hour, for what was signed with it. */
  readonly earlier: string | null;
}

/** Why a secret is not stored. */
export type SecretProblem =
  | 'invalid name'
  | 'invalid value'
  | 'name is taken'
  | 'no such secret'
  | 'too many secrets';

export const vaultLimits = {
  nameMax: 100,
  valueBytesMax: 8_192,
  /** For one organization. */
  secretsMax: 500,
  earlierForMs: 15 * 60 * 1000,
} as const;

export type WhyUnusable = 'missing' | 'unreadable';

/** Names the secret, never its value. */
export class SecretUnusable extends Error {
  override readonly name = 'SecretUnusable';
  readonly why: WhyUnusable;
  constructor(secretName: string, why: WhyUnusable) {
    super(
      why === 'missing'
        ? `There is no secret "${secretName}" for this purpose. Enter it first.`
        : `The secret "${secretName}" cannot be read with the AUTH_SECRET of this server. Enter it again.`,
    );
    this.why = why;
  }
}
