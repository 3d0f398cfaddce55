import type { PublicConfig } from '@parley/contract';

/** What a good token says, whoever issued it. */
export interface VerifiedToken {
  readonly subject: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organisation: string | null;
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
  publicConfig(): Promise<PublicConfig['identity']>;
  /** Hosts that the provider's own scripts come from; the content security policy lets them in. */
  readonly scriptHosts: readonly string[];
}

/** Carries the address that limits count by. Whatever a client sends under this name is thrown away. */
export const clientAddressHeader = 'x-parley-client-address';
