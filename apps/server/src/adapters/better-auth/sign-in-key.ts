import { hkdfSync } from 'node:crypto';
import { type AuthSecret, firstSecretId } from '../../ports/auth-secrets.ts';

/** What a secret signs sessions with. The first one of a deployment does so itself, as releases before this one do. */
export function signInKeyOf({ id, value }: AuthSecret): string {
  if (id === firstSecretId) return value;
  return Buffer.from(hkdfSync('sha256', value, '', 'parley sign-in', 32)).toString('base64url');
}
