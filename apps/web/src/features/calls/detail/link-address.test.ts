import { expect, test } from 'vitest';
import { addressOf } from './link-address.ts';

test.each([
  ['https://example.com/a?b#c', 'example.com'],
  ['http://example.com:8080/', 'example.com:8080'],
  // What the eye takes for the host is only a user name.
  ['https://bank.example@evil.example/', 'evil.example'],
  ['https://bаnk.example/', 'xn--bnk-6cd.example'],
  ['mailto:ann@example.com', 'ann@example.com'],
])('%s leads to %s', (href, place) => {
  expect(addressOf(href)?.place).toBe(place);
});

test.each([
  undefined,
  '',
  '/app/settings',
  '//evil.example',
  '#there',
  'javascript:alert(1)',
  'data:text/html,x',
  'tel:+1',
  'https://',
])('%s leads nowhere', (href) => {
  expect(addressOf(href)).toBeNull();
});
