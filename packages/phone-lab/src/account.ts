/** What a carrier says about an account, beside its credentials. */
export interface AccountStanding {
  friendlyName: string;
  status: 'active' | 'suspended' | 'closed';
  type: 'Trial' | 'Full';
  /** A decimal number as the API writes it, for example `12.34`. */
  balance: string;
  currency: string;
  /** The only numbers that a trial account may call. */
  verified: readonly string[];
  /** How many outbound calls may be up at once; null for no limit. */
  callsAtOnce: number | null;
  /** What a minute that has begun costs, for example `0.0140`; null while it has not told any prices. */
  pricePerMinute: string | null;
}

export interface Credentials {
  sid: string;
  /** The primary token: it signs all webhooks. */
  authToken: string;
  /** A second token that requests may use as well. */
  secondAuthToken: string | null;
  apiKeySid: string;
  apiKeySecret: string;
}

/** The one account of a lab, with its credentials. */
export interface Account extends Readonly<Credentials> {
  /** A test of real mode: the lab does not say that it is one. */
  readonly poses: boolean;
  readonly standing: Readonly<AccountStanding>;
}
