/** What the built-in identity provider writes down about people beside their account itself. */
export interface AccountStore {
  /** True once somebody holds the first account; it never becomes false again. */
  firstAccountTaken(): Promise<boolean>;
  /**
   * Gives a new account its place: the very first becomes administrator, a later one gets `laterRole` or waits. The
   * first one is given its role once, also where an earlier welcome was lost.
   */
  grantInitialRole(newcomer: NewAccount): Promise<void>;
  exists(email: string): Promise<boolean>;
  /** App key → role: the claims object `m` of a token. */
  membershipsOf(userId: string): Promise<Record<string, string>>;
}

export interface NewAccount {
  readonly userId: string;
  readonly appKey: string;
  readonly defaultRole: string | null;
}

export type Attempt =
  | {
      readonly kind: 'sign-in';
      readonly email: string;
      /** The network address that it comes from. */
      readonly address: string;
      /** A browser in which this account has signed in before; null for any other. */
      readonly device: string | null;
    }
  | { readonly kind: 'sign-up'; readonly address: string };

/** Attempts that failed. Each is counted before it is made, so that many at once cannot slip through. */
export interface LoginAttempts {
  /** Null when one more attempt is allowed, otherwise how many seconds to wait. */
  consume(attempt: Attempt): Promise<number | null>;
  /** The attempt was no failure after all. */
  refund(attempt: Attempt): Promise<void>;
  /** The person behind the account has shown who they are. */
  reset(email: string): Promise<void>;
}

/** Accounts as an administrator sees them on the command line. */
export interface AccessList {
  list(appKey: string): Promise<AccountRow[]>;
  find(email: string): Promise<{ readonly userId: string; readonly email: string } | null>;
  grant(userId: string, access: { appKey: string; role: string }): Promise<void>;
  /** Takes the access away and ends every session; false when there was no access to take. */
  revoke(userId: string, access: { appKey: string }): Promise<boolean>;
  /** Writes down that somebody was given a link to set a new password. */
  recordReset(userId: string): Promise<void>;
}

export interface AccountRow {
  readonly email: string;
  readonly name: string;
  /** Null: waits for access. */
  readonly role: string | null;
  readonly createdAt: Date;
}
