import type { AccountManager, PublicConfig } from '@parley/contract';

/** The claims of a valid token, whoever issued it. */
export interface VerifiedToken {
  readonly subject: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  /** The claims object `m`: app key → role. Null when the token has none. */
  readonly memberships: Readonly<Record<string, unknown>> | null;
  /** The role in the organization; null when the token has no organization, or its issuer no roles in organizations. */
  readonly organizationRole: string | null;
  /** True while the organization requires a second factor that the account does not have. */
  readonly lacksSecondFactor: boolean;
  /** The session that the token was issued for; null when it does not say. */
  readonly sessionId: string | null;
  /** The version of its owner's access; null when it does not say. */
  readonly accessVersion: number | null;
  readonly expiresAt: Date;
}

/** Why a token was not accepted; for the log, never for the caller. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
}

export interface IdentityProvider {
  /** Throws InvalidToken for anything but a valid token of this provider. */
  verify(token: string): Promise<VerifiedToken>;
  /** What the browser must know to sign people in. */
  publicConfig(visitor: Visitor): Promise<PublicConfig['identity']>;
  /** Hosts of the provider's scripts; the content security policy allows them. */
  readonly scriptHosts: readonly string[];
  readonly accounts: AccountManagement;
}

/** Who keeps accounts, roles and sessions. */
export interface AccountManagement {
  readonly managedBy: AccountManager;
  /** What is told to somebody who would change them here; null: here is where they are changed. */
  readonly elsewhere: string | null;
}

/** What is known of a client before sign-in. */
export interface Visitor {
  /** A browser on this machine, without a proxy. Never true for a request that may come from another machine. */
  readonly local: boolean;
}

/** Carries the client address that limits count by. A value sent by the client is discarded. */
export const clientAddressHeader = 'x-parley-client-address';

/** Carries `yes` for a local visitor. A value sent by the client is discarded. */
export const localVisitorHeader = 'x-parley-local-visitor';
