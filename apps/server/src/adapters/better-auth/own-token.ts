import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { InvalidToken, type VerifiedToken } from '../../ports/identity.ts';
import { readClaims } from '../../ports/token-claims.ts';

/** Names, not addresses: a deployment may change its URL, and a token is only ever for ourselves. */
export const issuer = 'parley';
export const audience = 'parley-desk';
export const tokenSeconds = 60;

/** How far another server's clock may be ahead of ours. */
const clockToleranceSeconds = 5;

/** A token of our own: our key, our algorithm, our names, and not too old. */
export async function verifyOwnToken(token: string, keys: JWTVerifyGetKey): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['EdDSA'],
      issuer,
      audience: audience,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: clockToleranceSeconds,
    });
    // No grace at the end: a minute after access was revoked it is over.
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
