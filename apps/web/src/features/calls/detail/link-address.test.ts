import { expect, test } from 'vitest';
import { externalAddress } from './link-address.ts';

test.each([
  ['https://example.com/a?b#c', 'example.com'],
  ['http://example.com:8080/', 'example.com:8080'],
  // What looks like the host is a user name.
  ['https://bank.example@evil.example/', 'evil.example'],
  ['https://bаnk.example/', 'xn--bnk-6cd.example'],
  ['mailto:ann@example.com', 'ann@example.com'],
])('%s leads to %s', (href, destination) => {
  expect(externalAddress(href)?.destination).toBe(destination);
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
])('%s is not an external address', (href) => {
  expect(externalAddress(href)).toBeNull();
});
