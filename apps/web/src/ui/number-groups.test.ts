import { expect, test } from 'vitest';
import { numberGroups } from './number-groups.ts';

test.each([
  ['+15005551009', '+1 500 555 1009'],
  ['+4930123456', '+49 301 234 56'],
  ['+491701234567', '+49 170 123 4567'],
  ['+79161234567', '+7 916 123 4567'],
  ['+358401234567', '+358 401 234 567'],
  ['+390612345678', '+39 061 234 5678'],
  ['+1234567', '+1 234 567'],
  ['Withheld number', 'Withheld number'],
  ['anonymous', 'anonymous'],
  ['sip:ann@example.com', 'sip:ann@example.com'],
  ['+123', '+123'],
])('%s is grouped as %s, without losing a digit', (number, grouped) => {
  expect(numberGroups(number).join(' ')).toBe(grouped);
  expect(numberGroups(number).join('')).toBe(number);
});
