import type { PublicConfig } from '@parley/contract';

/** What a good token says, whoever issued it. */
export interface VerifiedToken {
  readonly subject: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  /** The claims object `m`: app key → role. Null when the token has none. */
  readonly memberships: Readonly<Record<string, unknown>> | null;
  readonly expiresAt: Date;
}

/** Why a token was not accepted; for the log, never for the caller. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
}

export interface IdentityProvider {
  /** Throws InvalidToken for anything that is not a good token of ours. */
  verify(token: string): Promise<VerifiedToken>;
  /** What the browser must know to sign people in. */
  publicConfig(visitor: Visitor): Promise<PublicConfig['identity']>;
  /** Hosts that the provider's own scripts come from; the content security policy lets them in. */
  readonly scriptHosts: readonly string[];
}

/** Who asks, as far as it matters before they have signed in. */
export interface Visitor {
  /** A browser on this machine, with nothing in between; never said of a request that may come from elsewhere. */
  readonly local: boolean;
}

/** Carries the address that limits count by. Whatever a client sends under this name is thrown away. */
export const clientAddressHeader = 'x-parley-client-address';

/** Carries `yes` for a visitor who is local. Whatever a client sends under this name is thrown away. */
export const localVisitorHeader = 'x-parley-local-visitor';
