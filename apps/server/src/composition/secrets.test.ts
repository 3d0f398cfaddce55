import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownSecrets } from '../adapters/postgres/known-secrets.ts';
import { ensureAuthSecret, firstAccountCode, firstAccountCodes } from './secrets.ts';

test('the secret is made once, kept, and readable by nobody else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-secret-'));
  try {
    const secret = ensureAuthSecret(folder);
    expect(secret.length).toBeGreaterThanOrEqual(40);
    expect(ensureAuthSecret(folder)).toBe(secret);
    expect(statSync(join(folder, 'auth-secret')).mode & 0o077).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the code for the first account follows from the secret and does not give it away', () => {
  const code = firstAccountCode('x'.repeat(40));
  expect(code).toMatch(/^[0-9a-f]{12}$/);
  expect(firstAccountCode('y'.repeat(40))).not.toBe(code);
});

test('while AUTH_SECRET changes, the codes that other servers print are accepted too', () => {
  const [old, next] = ['x'.repeat(40), 'y'.repeat(40)];
  const secrets = knownSecrets({
    current: { id: 'first', value: old },
    next: { id: 'next', value: next },
    replaced: null,
  });
  expect(firstAccountCodes(secrets)).toEqual({
    code: firstAccountCode(old),
    otherCodes: [firstAccountCode(next)],
  });
});
