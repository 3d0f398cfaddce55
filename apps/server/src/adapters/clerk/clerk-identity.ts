import { isObject } from '@parley/contract';
import { createRemoteJWKSet, customFetch, errors, importSPKI, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { clerkHost } from '../../config/identity.ts';
import { type IdentityProvider, InvalidToken } from '../../ports/identity.ts';
import { readClaims, type TokenClaims } from '../../ports/token-claims.ts';

export interface ClerkSettings {
  readonly publishableKey: string;
  /** Clerk's public key as PEM; null: fetched from Clerk, and again when an unknown key shows up. */
  readonly jwtKey: string | null;
  /** Origins whose pages may have asked Clerk for a token. */
  readonly webOrigins: readonly string[];
  readonly fetch?: typeof globalThis.fetch;
}

/** Clerk's challenge against robots comes from here. */
const challengeHost = 'challenges.cloudflare.com';
const clockToleranceSeconds = 5;

export async function createClerkIdentity(settings: ClerkSettings): Promise<IdentityProvider> {
  const { publishableKey, webOrigins } = settings;
  const host = clerkHost(publishableKey);
  if (host === null) throw new Error('The Clerk publishable key names no host.');
  const issuer = `https://${host}`;
  const keys =
    settings.jwtKey === null ? remoteKeys(issuer, settings.fetch) : await fixedKey(settings.jwtKey);

  return {
    scriptHosts: [host, challengeHost],
    accounts: {
      managedBy: 'clerk',
      elsewhere: 'Clerk manages the accounts and sessions of this app. Change this in Clerk.',
    },
    publicConfig: async () => ({ provider: 'clerk', publishableKey }),
    async verify(token) {
      const claims = await verifiedClaims(token, keys, issuer);
      // Missing where a browser hides its origin; otherwise it must be one of ours.
      const party = claims.azp;
      if (party !== undefined && !webOrigins.includes(String(party))) {
        throw new InvalidToken('issued for another website');
      }
      // Signed in, but not finished: Clerk still asks for something, such as choosing an organization.
      if (claims.sts === 'pending') throw new InvalidToken('the session is pending');
      const verified = readClaims(claims, isObject(claims.o) ? claims.o.id : null);
      if (verified === null) throw new InvalidToken('its claims are not of the right kind');
      return verified;
    },
  };
}

async function verifiedClaims(token: string, keys: JWTVerifyGetKey, issuer: string): Promise<TokenClaims> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: clockToleranceSeconds,
    });
    // Without tolerance: tokens last a minute, and so does revoked access.
    if (Number(payload.exp) * 1000 <= Date.now()) throw new InvalidToken('it has expired');
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError && !isOutage(error)) {
      throw new InvalidToken(error.message, { cause: error });
    }
    throw error;
  }
}

/** Clerk is unreachable, so the token may be valid: calling it invalid would sign people out. */
function isOutage(error: errors.JOSEError): boolean {
  const outages = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code];
  return outages.includes(error.code);
}

async function fixedKey(pem: string): Promise<JWTVerifyGetKey> {
  const key = await importSPKI(pem, 'RS256');
  return async () => key;
}

function remoteKeys(issuer: string, fetch: typeof globalThis.fetch = globalThis.fetch): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { [customFetch]: fetch });
}
