import { expect, test } from 'vitest';
import { normalizePhoneNumber } from './phone-number.ts';

test.each([
  ['+1234567890', '+1234567890'],
  ['+1 (500) 555-0010', '+15005550010'],
  ['+49.30.123456', '+4930123456'],
  ['  +49 30 123456\t', '+4930123456'],
  ['+49\u00a030\u2011123456', '+4930123456'],
  ['+49 (0)30 123456', '+4930123456'],
  ['+49(0)30123456', '+4930123456'],
  ['+39 (0)6 1234 5678', '+390612345678'],
  ['+1234567', '+1234567'],
  ['+123456789012345', '+123456789012345'],
])('%j is the number %s', (typed, number) => {
  expect(normalizePhoneNumber(typed)).toBe(number);
});

test.each([
  '',
  '+',
  '+123456',
  '+1234567890123456',
  '1234567890',
  '0049301234',
  '+1234a567',
  '++1234567',
  '+١٢٣٤٥٦٧٨',
])('%j is no number in international format', (typed) => {
  expect(normalizePhoneNumber(typed)).toBeNull();
});
