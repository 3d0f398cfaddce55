import { expect, test } from 'vitest';
import { base32, codeAt, matchingStep, otpauthUri, stepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('SI2: the code at second %i is the one of RFC 6238', (second, code) => {
  expect(codeAt(secret, stepAt(second * 1000))).toBe(code);
});

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('SI3: a phone whose clock is off by %i steps of 30 seconds: accepted is %s', (distance, accepted) => {
  const now = 1_800_000_000_000;
  const step = stepAt(now) + distance;
  expect(matchingStep(secret, codeAt(secret, step), now)).toBe(accepted ? step : null);
});

test('what is typed into an app is base32, without padding', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(base32(Buffer.from([255]))).toBe('74');
  expect(otpauthUri(secret, 'Parley', 'kit+x@example.com')).toBe(
    'otpauth://totp/Parley:kit%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Parley',
  );
});
