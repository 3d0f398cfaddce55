import { describe, expect, test } from 'vitest';
import { countryOf, looksIncomplete, parsePhoneInput } from './parse-phone-input.ts';

describe('a typed number', () => {
  test.each<[string, string, string]>([
    ['(555) 123-4567', 'US', '+15551234567'],
    ['555.123.4567', 'US', '+15551234567'],
    ['1 555 123 4567', 'US', '+15551234567'],
    ['0049 30 123456', 'US', '+4930123456'],
    ['011 49 30 123456', 'US', '+4930123456'],
    ['+49 30 123456', 'US', '+4930123456'],
    ['+49 (0)30 123456', 'US', '+4930123456'],
    ['030/123456', 'DE', '+4930123456'],
    ['0170 1234567', 'DE', '+491701234567'],
    ['001 555 123 4567', 'DE', '+15551234567'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['8 (495) 123-45-67', 'RU', '+74951234567'],
  ])('%s in %s is dialled as %s', (typed, country, number) => {
    expect(parsePhoneInput(typed, country)).toBe(number);
  });

  test.each<[string, string | null]>([
    ['', 'US'],
    ['ann', 'US'],
    ['555-1234', 'US'],
    ['911', 'US'],
    ['+12', 'US'],
    // No North American number begins like this: it belongs to another country, or is a typo.
    ['0170 123456', 'US'],
    ['123 456 7890', 'US'],
    // An extension cannot be dialled, and without it the call would reach another phone.
    ['(555) 123-4567 ext. 5', 'US'],
    ['1-800-FLOWERS', 'US'],
    ['00', 'US'],
    ['0049', 'US'],
    ['(555) 123-4567', null],
    ['0049 30 123456', null],
    ['(555) 123-4567', 'XX'],
  ])('%j is not accepted (country: %s)', (typed, country) => {
    expect(parsePhoneInput(typed, country)).toBeNull();
  });

  test('an international number is accepted in every country', () => {
    for (const country of ['US', 'DE', null])
      expect(parsePhoneInput('+1 (500) 555-0010', country)).toBe('+15005550010');
  });
});

test.each<[string, string | null, boolean]>([
  ['+1234567890', 'US', true],
  ['555-1234', 'US', true],
  ['(555) 123-4567', 'US', false],
  ['', 'US', false],
  ['555-1234', null, false],
])('%j (country: %s) looks incomplete: %s', (typed, country, incomplete) => {
  expect(looksIncomplete(typed, country)).toBe(incomplete);
});

test('the country of a caller id is derived from its number', () => {
  expect(countryOf('+4930123456')).toBe('DE');
  expect(countryOf('+12025550123')).toBe('US');
  expect(countryOf(null)).toBeNull();
  expect(countryOf('+99')).toBeNull();
});
