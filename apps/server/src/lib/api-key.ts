import { createHash, randomBytes, randomInt } from 'node:crypto';

/** `parley_`, the id of the key, and 256 random bits. Lengths are fixed: the last part may contain `_` itself. */
const form = /^parley_([a-z0-9]{12})_[A-Za-z0-9_-]{43}$/;
const idCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Whether a bearer token is meant as a key; tokens of people begin otherwise. */
export const looksLikeApiKey = (token: string): boolean => token.startsWith('parley_');

export interface ReadApiKey {
  readonly id: string;
  readonly digest: Buffer;
}

/** Null where it is no key. */
export function readApiKey(key: string): ReadApiKey | null {
  const id = form.exec(key)?.[1];
  return id === undefined ? null : { id, digest: digestOf(key) };
}

export function newApiKey(): ReadApiKey & { readonly secret: string } {
  const id = Array.from({ length: 12 }, () => idCharacters[randomInt(idCharacters.length)]).join('');
  const secret = `parley_${id}_${randomBytes(32).toString('base64url')}`;
  return { id, secret, digest: digestOf(secret) };
}

/** Without a slow hash: nobody can guess 256 random bits. */
const digestOf = (key: string) => createHash('sha256').update(key).digest();
