import { randomBytes, scryptSync } from 'node:crypto';
import { equalInConstantTime } from '../../lib/constant-time.ts';
import { firstSecretId } from '../../ports/auth-secrets.ts';

const keyBytes = 32;

/**
 * Releases that cannot move to another secret read only digests that begin with this. They refuse to start on a database
 * that has moved, where they would make all keys for sign-ins invalid.
 */
const firstKind = 'scrypt';
const laterKind = 'scrypt-moved';

/** Salted and slow to compute, so that a weak secret cannot be guessed from the database. */
export function digestOfSecret(value: string, id: string): string {
  return digestWith(
    id === firstSecretId ? firstKind : laterKind,
    randomBytes(16).toString('base64url'),
    value,
  );
}

/** Digests and the secrets they turned out to be of: whoever opens the database again need not compute them again. */
const matched = new Map<string, string>();

export function isDigestOf(value: string, digest: string): boolean {
  if (matched.get(digest) === value) return true;
  const isOf = matches(value, digest);
  if (isOf) matched.set(digest, value);
  return isOf;
}

function matches(value: string, digest: string): boolean {
  const [kind = '', salt = ''] = digest.split(':');
  return equalInConstantTime(digestWith(kind, salt, value), digest);
}

function digestWith(kind: string, salt: string, value: string): string {
  return `${kind}:${salt}:${scryptSync(value, salt, keyBytes).toString('base64url')}`;
}
