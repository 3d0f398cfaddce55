import type { RoleChange } from './people.ts';

/** What the built-in identity provider stores about people in addition to their accounts. */
export interface AccountStore {
  /** True once the first account exists; never false again. */
  firstAccountTaken(): Promise<boolean>;
  /**
   * The very first account becomes administrator; a later one gets `defaultRole`, or none until an administrator grants
   * one. Called again at sign-in, in case the server died before the first account got its role.
   */
  grantInitialRole(account: NewAccount): Promise<void>;
  exists(email: string): Promise<boolean>;
  /** What a token says of somebody's access. Whoever gets a token is seen by that. */
  accessOf(userId: string): Promise<AccountAccess>;
}

export interface AccountAccess {
  /** App key → role: the claims object `m` of a token. */
  readonly memberships: Record<string, string>;
  /** Higher after every change of a role. */
  readonly version: number;
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
      /** The network address of the client. */
      readonly address: string;
      /** The id of a browser in which this account has signed in before; null for any other. */
      readonly device: string | null;
    }
  | { readonly kind: 'sign-up'; readonly address: string }
  /** A code of the second factor; only after the right password, so that no stranger can use up the attempts. */
  | {
      readonly kind: 'code';
      readonly email: string;
      readonly address: string;
      readonly device: string | null;
    }
  /** The password of somebody who is signed in, asked once more. */
  | { readonly kind: 'password'; readonly email: string };

/** Counts failed attempts. Each is counted before it is made, so that concurrent ones cannot exceed the limit. */
export interface LoginAttempts {
  /** Null when one more attempt is allowed, otherwise how many seconds to wait. */
  consume(attempt: Attempt): Promise<number | null>;
  /** The attempt did not fail: it no longer counts. */
  refund(attempt: Attempt): Promise<void>;
  /** The person has signed in or set a new password: their failed attempts no longer count. Those at codes still do. */
  reset(email: string): Promise<void>;
  /** A code was right: failed attempts at codes no longer count. */
  resetCodes(email: string): Promise<void>;
}

/** Accounts as an administrator sees them on the command line. */
export interface AccessList {
  list(appKey: string): Promise<AccountRow[]>;
  find(email: string): Promise<{ readonly userId: string; readonly email: string } | null>;
  grant(userId: string, access: { appKey: string; role: string }): Promise<RoleChange>;
  /** Takes the access away and ends every session; `unchanged` when there was no access to take. */
  revoke(userId: string, access: { appKey: string }): Promise<RoleChange>;
  /** Records in the audit log that a link to set a new password was created. */
  recordReset(userId: string): Promise<void>;
}

export interface AccountRow {
  readonly email: string;
  readonly name: string;
  /** Null: has no access yet. */
  readonly role: string | null;
  readonly createdAt: Date;
}
