import { expect, test } from 'vitest';
import { homeCountry } from './home-country.ts';

test.each([
  ['+4930123456', false, 'DE'],
  ['+12025550123', false, 'US'],
  ['+14165550123', false, 'CA'],
  // No range of any one country.
  ['+19995550123', false, null],
  ['+15005550006', true, 'US'],
  ['+4930123456', true, 'US'],
])('numbers are written as in the country of %s (sandbox: %s): %s', (mainNumber, sandbox, country) => {
  expect(homeCountry({ mainNumber, sandbox })).toBe(country);
});
