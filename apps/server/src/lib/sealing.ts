import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';

/** Sealed text that was changed, copied to another place, or sealed with another secret. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  constructor() {
    super('A sealed value cannot be opened: it was changed, moved or sealed with another secret.');
  }
}

interface Secret {
  readonly id: string;
  readonly value: string;
}

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyBytes = 32;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;

/** Slow to compute, so that a weak secret cannot be guessed from a sealed value; computed once in a process. */
const rootKeys = new Map<string, Buffer>();
function rootKeyOf({ id, value }: Secret): Buffer {
  const name = JSON.stringify([id, value]);
  const known = rootKeys.get(name) ?? scryptSync(value, `parley sealing ${id}`, keyBytes);
  rootKeys.set(name, known);
  return known;
}

function keyFor(secret: Secret, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', rootKeyOf(secret), salt, 'parley sealed value', keyBytes));
}

/**
 * Encrypts a text with a key of its own, derived from the secret and a random salt. `place` names where it is kept: it is
 * authenticated, so that the sealed text opens nowhere else.
 */
export function seal(secret: Secret, place: readonly string[], text: string): string {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, salt), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(place)));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${version}.${Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

export function unseal(secret: Secret, place: readonly string[], sealed: string): string {
  const [kind, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  if (kind !== version || bytes.length < saltBytes + nonceBytes + tagBytes) throw new SealBroken();
  const salt = bytes.subarray(0, saltBytes);
  const nonce = bytes.subarray(saltBytes, saltBytes + nonceBytes);
  const tag = bytes.subarray(saltBytes + nonceBytes, saltBytes + nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, keyFor(secret, salt), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(JSON.stringify(place)));
  decipher.setAuthTag(tag);
  const body = bytes.subarray(saltBytes + nonceBytes + tagBytes);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new SealBroken();
  }
}
