import { expect, test } from 'vitest';
import { SealBroken, seal, unseal } from './sealing.ts';

const secret = { id: 'first', value: 'a secret of forty characters for testing' };
const place = ['secrets', 'one', 'model key'];
const text = 'sk-value with ünïcode and "quotes"';

test('what was sealed is opened again, and the sealed text does not contain it', () => {
  const sealed = seal(secret, place, text);
  expect(unseal(secret, place, sealed)).toBe(text);
  expect(Buffer.from(sealed.slice(3), 'base64url').includes('sk-value')).toBe(false);
});

test('the same value is sealed differently each time', () => {
  expect(new Set(Array.from({ length: 20 }, () => seal(secret, place, text))).size).toBe(20);
});

test.each([
  ['another secret', { ...secret, value: 'another secret of forty characters or so' }, place],
  ['the same secret under another id', { ...secret, id: 'ab12cd34' }, place],
  ['another tenant', secret, ['secrets', 'two', 'model key']],
  ['another name', secret, ['secrets', 'one', 'other key']],
  ['parts joined differently', secret, ['secrets', 'one","model key']],
])('it is not opened with %s', (_, other, elsewhere) => {
  expect(() => unseal(other, elsewhere, seal(secret, place, text))).toThrow(SealBroken);
});

test('every changed byte is noticed, and so are cut and invented texts', () => {
  const sealed = seal(secret, place, text);
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(secret, place, `v1.${changed.toString('base64url')}`)).toThrow(SealBroken);
  }
  for (const bad of ['', 'v1', 'v1.', 'v1.AAAA', `v2.${sealed.slice(3)}`, sealed.slice(0, -8)])
    expect(() => unseal(secret, place, bad)).toThrow(SealBroken);
});

test('an error names neither the value nor the secret', () => {
  try {
    unseal({ ...secret, id: 'other' }, place, seal(secret, place, text));
    expect.unreachable();
  } catch (error) {
    expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toMatch(
      /sk-value|forty characters/,
    );
  }
});
