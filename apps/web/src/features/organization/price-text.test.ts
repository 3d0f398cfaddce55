import { expect, test } from 'vitest';
import { parsePrice, priceText } from './price-text.ts';

test.each([
  ['', null],
  [' ', null],
  ['0', 0],
  ['0.014', 14_000],
  ['0,014', 14_000],
  ['1.1', 1_100_000],
  ['0.000001', 1],
  ['10000', 10_000_000_000],
  [' 2.50 ', 2_500_000],
])('OR14: %j is %s millionths', (text, micros) => {
  expect(parsePrice(text)).toBe(micros);
});

test.each(['-1', '1e3', '.5', '0.0000001', 'cheap', '1.', '1 000', '1.2.3', '0x1', '12345678'])(
  'OR14: %j is no price',
  (text) => {
    expect(parsePrice(text)).toBeNaN();
  },
);

test.each([null, 0, 1, 14_000, 1_100_000, 2_500_000, 999_999, 10_000_000_000])(
  'OR14: %s millionths are the same after they were shown and read',
  (micros) => {
    expect(parsePrice(priceText(micros))).toBe(micros);
  },
);
