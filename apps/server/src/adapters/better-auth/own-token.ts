import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { InvalidToken, type VerifiedToken } from '../../ports/identity.ts';
import { readClaims } from '../../ports/token-claims.ts';

/** Fixed names instead of URLs: a deployment may change its URL. */
export const issuer = 'parley';
export const audience = 'parley-desk';
export const tokenSeconds = 60;

/** How far the clock of the issuing server may be ahead. */
const clockToleranceSeconds = 5;

/** Verifies a token of the built-in provider: key, algorithm, issuer, audience and age. */
export async function verifyOwnToken(token: string, keys: JWTVerifyGetKey): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['EdDSA'],
      issuer,
      audience: audience,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: clockToleranceSeconds,
    });
    // Without tolerance: tokens last a minute, and so does revoked access.
    if (Number(payload.exp) * 1000 <= Date.now()) throw new InvalidToken('it has expired');
    if (payload.azp !== audience) throw new InvalidToken('issued for another party');
    const verified = readClaims(payload, payload.org);
    if (verified === null) throw new InvalidToken('its claims are not of the right kind');
    return verified;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new InvalidToken(error.message, { cause: error });
    throw error;
  }
}
