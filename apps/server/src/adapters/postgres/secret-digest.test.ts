import { expect, test } from 'vitest';
import { digestOfSecret, isDigestOf } from './secret-digest.ts';

const secret = 'a secret of forty characters for testing';

test.each(['first', 'ab12cd34'])(
  'the digest of the secret %s fits it and no other, and does not contain it',
  (id) => {
    const digest = digestOfSecret(secret, id);
    expect(isDigestOf(secret, digest)).toBe(true);
    expect(isDigestOf(`${secret}.`, digest)).toBe(false);
    expect(digest).not.toContain(secret);
    expect(digestOfSecret(secret, id)).not.toBe(digest);
  },
);

test('releases that cannot change the secret accept the first one and refuse later ones', () => {
  // They compute the digest anew as scrypt:salt:hash and compare the whole text.
  expect(digestOfSecret(secret, 'first')).toMatch(/^scrypt:[\w-]+:[\w-]+$/);
  expect(digestOfSecret(secret, 'ab12cd34')).not.toMatch(/^scrypt:/);
});
