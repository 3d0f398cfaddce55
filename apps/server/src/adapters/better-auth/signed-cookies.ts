import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../lib/constant-time.ts';

/** The library's cookies: the value, a full stop and its signature, encoded. */
const ownName = /^\s*(?:__Secure-)?parley\./;

/**
 * A Cookie header in which everything signed with one of the `accepted` keys is signed with `current`: the library knows
 * a single key, and sessions go on while the deployment moves from one AUTH_SECRET to the next.
 */
export function signedWith(current: string, accepted: readonly string[], header: string): string {
  const others = accepted.filter((key) => key !== current);
  if (others.length === 0) return header;
  return header
    .split(';')
    .map((cookie) => resigned(cookie, current, others))
    .join(';');
}

function resigned(cookie: string, current: string, others: readonly string[]): string {
  const equals = cookie.indexOf('=');
  const name = cookie.slice(0, equals);
  if (!ownName.test(name)) return cookie;
  const signed = decoded(cookie.slice(equals + 1).trim());
  const dot = signed.lastIndexOf('.');
  const [value, signature] = [signed.slice(0, Math.max(dot, 0)), signed.slice(dot + 1)];
  if (!others.some((key) => equalInConstantTime(signature, signatureOf(value, key)))) return cookie;
  return `${name}=${encodeURIComponent(`${value}.${signatureOf(value, current)}`)}`;
}

function signatureOf(value: string, key: string): string {
  return createHmac('sha256', key).update(value).digest('base64');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
