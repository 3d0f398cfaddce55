import { effectiveRole, membershipOf, permissionsOf } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Authenticate, Caller } from '../../ports/caller.ts';
import { type IdentityProvider, InvalidToken, type VerifiedToken } from '../../ports/identity.ts';
import { tenantOf } from './tenant.ts';
import { cacheTokens } from './token-cache.ts';

export function createAuthenticate(identity: IdentityProvider, appKey: string): Authenticate {
  const verify = cacheTokens((token) => identity.verify(token));
  return async (authorization, log) => {
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw unauthenticated();
    const verified = await verify(token).catch((error: unknown) => {
      if (!(error instanceof InvalidToken)) throw error;
      log.info({ why: error.message }, 'bearer token refused');
      throw unauthenticated();
    });
    return callerOf(verified, appKey);
  };
}

function callerOf(token: VerifiedToken, appKey: string): Caller {
  const membership = membershipOf(token.memberships, appKey);
  if (membership === null) {
    throw new AppError('forbidden', "You don't have permission to access this application");
  }
  if (token.lacksSecondFactor) throw new AppError('second_factor_required', secondFactorSentence);
  const fullName = [token.firstName, token.lastName].filter(Boolean).join(' ');
  return {
    userId: token.subject,
    tenantId: tenantOf(token),
    permissions: permissionsOf[effectiveRole(membership, token.organizationRole)],
    displayName: fullName || token.email || token.subject,
    email: token.email,
    expiresAt: token.expiresAt,
  };
}

const secondFactorSentence =
  'Your organization requires a second factor. Sign in to Parley in a browser and set it up.';

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Sign in to continue.');
}
