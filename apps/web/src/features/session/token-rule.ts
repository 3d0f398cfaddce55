import { membershipOf } from '@parley/contract';
import type { Authorization } from './session.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** What a session token says to this app. `problem` is set when the token itself is no good. */
export interface TokenReading {
  authorization: Authorization;
  claims: Claims;
  problem: string | null;
}

const notAuthorized: Authorization = { status: 'not-authorized' };

/**
 * The browser's own rule, for what to show; the server verifies the signature. A token has three parts, its claims
 * hold an object `m`, and the entry for the app key is the role: the server's own rule, `membershipOf`.
 */
export function readToken(token: string | null, appKey: string): TokenReading {
  if (token === null || token === '') return refused('no token was given');
  const parts = token.split('.');
  if (parts.length !== 3) return refused(`it has ${parts.length} parts instead of 3`);
  const claims = decodeClaims(parts[1] ?? '');
  if (claims === null) return refused('its claims cannot be read');
  return { authorization: authorizationIn(claims, appKey), claims, problem: null };
}

function refused(problem: string): TokenReading {
  return { authorization: notAuthorized, claims: {}, problem };
}

function authorizationIn(claims: Claims, appKey: string): Authorization {
  const membership = membershipOf(claims.m, appKey);
  return membership === null ? notAuthorized : { status: 'authorized', role: membership.role };
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How long the token is good for, in milliseconds, counted from the moment it was made. */
export function lifetimeMs(claims: Claims): number {
  const issued = claims.iat;
  const expires = claims.exp;
  return typeof issued === 'number' && typeof expires === 'number' ? (expires - issued) * 1000 : 0;
}

export function textClaim(claims: Claims, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
}
