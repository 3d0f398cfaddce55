import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInKeyOf } from './sign-in-key.ts';
import { signedWith } from './signed-cookies.ts';

const [old, current] = ['the old key', 'the current key'];
const signed = (value: string, key: string) =>
  encodeURIComponent(`${value}.${createHmac('sha256', key).update(value).digest('base64')}`);

test('SR4: a session signed with an accepted key is signed with the current one', () => {
  const header = `a=b; parley.session_token=${signed('token', old)}; __Secure-parley.session_token=${signed('other', old)}`;
  expect(signedWith(current, [current, old], header)).toBe(
    `a=b; parley.session_token=${signed('token', current)}; __Secure-parley.session_token=${signed('other', current)}`,
  );
});

test.each([
  ['signed with the current key', `parley.session_token=${signed('token', current)}`],
  ['signed with an unknown key', `parley.session_token=${signed('token', 'another key')}`],
  ['not signed', 'parley.session_token=token'],
  ['of another name', `session_token=${signed('token', old)}`],
  ['with a changed value', `parley.session_token=${signed('token', old).replace('token', 'tokem')}`],
  ['not decodable', 'parley.session_token=%E0%A4%A'],
  ['without a value', 'parley.session_token'],
  ['empty', ''],
])('a cookie %s is left as it is', (_, header) => {
  expect(signedWith(current, [current, old], header)).toBe(header);
});

test('without another key nothing is looked at', () => {
  const header = `parley.session_token=${signed('token', old)}`;
  expect(signedWith(current, [current], header)).toBe(header);
});

test('the first secret signs by itself, as releases before did; later ones through a key of their own', () => {
  expect(signInKeyOf({ id: 'first', value: 'x'.repeat(40) })).toBe('x'.repeat(40));
  const later = signInKeyOf({ id: 'ab12cd34', value: 'x'.repeat(40) });
  expect(later).toMatch(/^[\w-]{43}$/);
  expect(later).not.toContain('xxx');
});
