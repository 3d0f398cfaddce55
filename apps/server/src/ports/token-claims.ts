import { isObject, organizationRoleIn } from '@parley/contract';
import type { VerifiedToken } from './identity.ts';

/** The claims that both kinds of token carry under the same names. The signature has been checked. */
export interface TokenClaims {
  readonly sub?: unknown;
  readonly exp?: unknown;
  readonly [name: string]: unknown;
}

/** Null without a subject or an expiry. */
export function readClaims(claims: TokenClaims, organization: unknown): VerifiedToken | null {
  const subject = text(claims.sub);
  if (subject === null || typeof claims.exp !== 'number') return null;
  return {
    subject,
    email: text(claims.email),
    firstName: text(claims.firstName),
    lastName: text(claims.lastName),
    organization: text(organization),
    memberships: isObject(claims.m) ? claims.m : null,
    organizationRole: organizationRoleIn(claims),
    lacksSecondFactor: claims.sf === 'missing',
    sessionId: text(claims.sid),
    accessVersion: typeof claims.ver === 'number' ? claims.ver : null,
    expiresAt: new Date(claims.exp * 1000),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
