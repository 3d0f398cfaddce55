import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureAuthSecret, firstAccountCode } from './secrets.ts';

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
