import { effectiveRole, isObject, membershipOf, organizationRoleIn, permissionsOf } from '@parley/contract';
import type { Authorization } from './session.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The content of a session token. `problem` is set when the token is invalid. */
export interface DecodedToken {
  authorization: Authorization;
  claims: Claims;
  problem: string | null;
}

const notAuthorized: Authorization = { status: 'not-authorized' };

/**
 * For display only: the server verifies the signature. A token has three parts; the entry for the app key in the claim `m`
 * gives access and decides about the permissions, by the same rules as on the server (`membershipOf`, `effectiveRole`).
 */
export function decodeToken(token: string | null, appKey: string): DecodedToken {
  if (token === null || token === '') return invalidToken('no token was given');
  const parts = token.split('.');
  if (parts.length !== 3) return invalidToken(`it has ${parts.length} parts instead of 3`);
  const claims = decodeClaims(parts[1] ?? '');
  if (claims === null) return invalidToken('its claims cannot be read');
  return { authorization: authorizationIn(claims, appKey), claims, problem: null };
}

function invalidToken(problem: string): DecodedToken {
  return { authorization: notAuthorized, claims: {}, problem };
}

function authorizationIn(claims: Claims, appKey: string): Authorization {
  const membership = membershipOf(claims.m, appKey);
  if (membership === null) return notAuthorized;
  if (claims.sf === 'missing') return { status: 'second-factor-missing' };
  const permissions = permissionsOf[effectiveRole(membership, organizationRoleIn(claims))];
  return { status: 'authorized', role: membership.role, permissions };
}

function decodeClaims(part: string): Claims | null {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
}

/** The lifetime of the token from its issue; 0 when not known. */
export function lifetimeMs(claims: Claims): number {
  const issued = claims.iat;
  const expires = claims.exp;
  return typeof issued === 'number' && typeof expires === 'number' ? (expires - issued) * 1000 : 0;
}

export function stringClaim(claims: Claims, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
}
