import type { IdentityProvider, VerifiedToken } from '../../ports/identity.ts';

/** A page sends many requests with one token; its signature needs to be checked once. */
const maxCached = 5_000;
/** A revoked key stops working after this, whatever the lifetime of its tokens. */
const maxCacheMs = 60_000;

type Verify = IdentityProvider['verify'];

interface CachedToken {
  readonly verified: VerifiedToken;
  readonly untilMs: number;
}

/** Verifies a token once and caches the result until it expires, or for a minute. Only valid tokens are cached. */
export function cacheTokens(verify: Verify, now = Date.now): Verify {
  const cached = new Map<string, CachedToken>();
  return async (token) => {
    const found = cached.get(token);
    if (found && now() < found.untilMs) return found.verified;
    cached.delete(token);
    const verified = await verify(token);
    const untilMs = Math.min(verified.expiresAt.getTime(), now() + maxCacheMs);
    // The oldest is evicted: most likely its owner has a newer one.
    if (cached.size >= maxCached) cached.delete(cached.keys().next().value ?? '');
    cached.set(token, { verified, untilMs });
    return verified;
  };
}
