import { hkdfSync } from 'node:crypto';
import { type AuthSecret, firstSecretId } from '../../ports/auth-secrets.ts';

/** Derived once for each secret: every request of a signed-in page needs them. */
const derived = new WeakMap<AuthSecret, string>();

/** What a secret signs sessions with. The first one of a deployment does so itself, as releases before this one do. */
export function signInKeyOf(secret: AuthSecret): string {
  if (secret.id === firstSecretId) return secret.value;
  const known = derived.get(secret);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secret.value, '', 'parley sign-in', 32)).toString('base64url');
  derived.set(secret, key);
  return key;
}
