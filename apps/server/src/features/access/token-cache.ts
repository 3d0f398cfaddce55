import type { IdentityProvider, VerifiedToken } from '../../ports/identity.ts';

/** A page asks many times with one token; its signature is as good the second time. */
const mostRemembered = 5_000;
/** A key that was taken back stops working after this, however long its tokens would live. */
const longestMs = 60_000;

type Verify = IdentityProvider['verify'];

interface Remembered {
  readonly verified: VerifiedToken;
  readonly untilMs: number;
}

/** Checks a signature once and believes it until the token ends, or for a minute. Only good tokens are remembered. */
export function cacheTokens(verify: Verify, now = Date.now): Verify {
  const known = new Map<string, Remembered>();
  return async (token) => {
    const found = known.get(token);
    if (found && now() < found.untilMs) return found.verified;
    known.delete(token);
    const verified = await verify(token);
    const untilMs = Math.min(verified.expiresAt.getTime(), now() + longestMs);
    // The oldest goes first: by then it has most likely been replaced by its owner's next one.
    if (known.size >= mostRemembered) known.delete(known.keys().next().value ?? '');
    known.set(token, { verified, untilMs });
    return verified;
  };
}
