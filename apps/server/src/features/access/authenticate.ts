import { effectiveRole, membershipOf, permissionsOf, type Role } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { bearerToken } from '../../lib/bearer-token.ts';
import type { TokenRevocations } from '../../ports/access-changes.ts';
import type { Authenticate, Caller } from '../../ports/caller.ts';
import { type IdentityProvider, InvalidToken, type VerifiedToken } from '../../ports/identity.ts';
import { tenantOf } from './tenant.ts';
import { cacheTokens } from './token-cache.ts';
import { noRevocations } from './token-revocations.ts';

export interface AuthenticateOptions {
  readonly revocations?: TokenRevocations;
  /** Told of everybody who is let in. */
  readonly onCaller?: (caller: Caller, role: Role) => void;
}

export function createAuthenticate(
  identity: IdentityProvider,
  appKey: string,
  { revocations = noRevocations, onCaller }: AuthenticateOptions = {},
): Authenticate {
  const verify = cacheTokens((token) => identity.verify(token));
  return async (authorization, log) => {
    const token = bearerToken(authorization);
    if (token === undefined) throw unauthenticated();
    const verified = await verify(token).catch((error: unknown) => {
      if (!(error instanceof InvalidToken)) throw error;
      log.info({ why: error.message }, 'bearer token refused');
      throw unauthenticated();
    });
    if (revocations.isVoid(verified)) {
      log.info({}, 'bearer token refused: its session has ended or the role has changed since');
      throw unauthenticated();
    }
    const { role, caller } = callerOf(verified, appKey);
    const { subject, sessionId, accessVersion } = verified;
    const admitted = {
      ...caller,
      access: { subject, sessionId, accessVersion },
      whenVoid: (onVoid: () => void) => revocations.watch(verified, onVoid),
    };
    onCaller?.(admitted, role);
    return admitted;
  };
}

function callerOf(token: VerifiedToken, appKey: string): { caller: Caller; role: Role } {
  const membership = membershipOf(token.memberships, appKey);
  if (membership === null) {
    throw new AppError('forbidden', "You don't have permission to access this application");
  }
  if (token.lacksSecondFactor) throw new AppError('second_factor_required', secondFactorSentence);
  const fullName = [token.firstName, token.lastName].filter(Boolean).join(' ');
  const role = effectiveRole(membership, token.organizationRole);
  const caller = {
    userId: token.subject,
    tenantId: tenantOf(token),
    permissions: permissionsOf[role],
    displayName: fullName || token.email || token.subject,
    email: token.email,
    expiresAt: token.expiresAt,
  };
  return { caller, role };
}

const secondFactorSentence =
  'Your organization requires a second factor. Sign in to Parley in a browser and set it up.';

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Sign in to continue.');
}
