import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { clerkPublicKey } from './clerk-key.ts';

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'pem', type: 'spki' })
  .toString();
const lines = pem.trim().split('\n');

describe("Clerk's public key", () => {
  test.each([
    ['as the dashboard shows it', pem],
    ['with \\n written out', pem.trim().replaceAll('\n', '\\n')],
    ['in quotes', `"${pem.trim()}"`],
    ['with Windows line ends', pem.replaceAll('\n', '\r\n')],
    ['on one line without BEGIN and END', lines.slice(1, -1).join('')],
    ['on one line with BEGIN and END', lines.join(' ')],
  ])('is accepted %s', (_name, given) => {
    expect(clerkPublicKey(given)).toBe(pem);
  });

  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  test.each([
    ['nothing', ''],
    ['a secret key', 'sk_test_abcdefghijklmnopqrstuvwxyz'],
    ['half a key', pem.slice(0, 120)],
    ['a private key', rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ['a key of another kind', elliptic.publicKey.export({ format: 'pem', type: 'spki' }).toString()],
  ])('is refused when it is %s', (_name, given) => {
    expect(clerkPublicKey(given)).toBeNull();
  });
});
