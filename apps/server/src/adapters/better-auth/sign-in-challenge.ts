import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { expireCookie } from 'better-auth/cookies';

/** Between the password and the code: a signed cookie names a row, which says whose password was right. */
const cookieName = 'second_factor';
const lifeSeconds = 10 * 60;

export async function startChallenge(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const key = `second-factor:${randomBytes(24).toString('base64url')}`;
  await ctx.context.internalAdapter.createVerificationValue({
    identifier: key,
    value: userId,
    expiresAt: new Date(Date.now() + lifeSeconds * 1000),
  });
  const cookie = ctx.context.createAuthCookie(cookieName, { maxAge: lifeSeconds });
  await ctx.setSignedCookie(cookie.name, key, ctx.context.secret, cookie.attributes);
}

/** Whose password was right. Reading it leaves it open: a mistyped code may be typed again. */
export async function openChallenge(ctx: GenericEndpointContext) {
  const { name } = ctx.context.createAuthCookie(cookieName);
  const key = await ctx.getSignedCookie(name, ctx.context.secret);
  const stored = key ? await ctx.context.internalAdapter.findVerificationValue(key) : null;
  const open = stored && stored.expiresAt > new Date();
  const user = open ? await ctx.context.internalAdapter.findUserById(stored.value) : null;
  if (!key || !user) throw expired();
  return { key, user };
}

/** For one request only: of two with two good codes one signs in. */
export async function consumeChallenge(ctx: GenericEndpointContext, key: string): Promise<void> {
  const consumed = await ctx.context.internalAdapter.consumeVerificationValue(key);
  expireCookie(ctx, ctx.context.createAuthCookie(cookieName));
  if (!consumed) throw expired();
}

const expired = () => new APIError('UNAUTHORIZED', { code: 'SIGN_IN_EXPIRED' });
