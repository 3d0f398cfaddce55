import { expect, test } from 'vitest';
import { converted, microsOf, scaled } from './money.ts';

test.each([
  ['-0.01400', 14_000],
  ['-0.03', 30_000],
  ['0', 0],
  ['-0.00000', 0],
  ['-1.5', 1_500_000],
  ['-0.0000005', 1],
  ['-0.00000049', 0],
  ['-123456789.123456', 123_456_789_123_456],
  ['', null],
  ['free', null],
  ['-', null],
  ['-0.01 USD', null],
  ['1e3', null],
  ['-0,014', null],
])('CO2: a carrier writes %j and %j millionths are counted', (text, micros) => {
  expect(microsOf(text)).toBe(micros);
});

test.each([
  [1, 1, 2, 1],
  [1, 1, 3, 0],
  [3, 1, 2, 2],
  [0, 400_000, 1_000_000, 0],
  [2_150, 400_000, 1_000_000, 860],
  // Beyond what a number holds exactly in between.
  [9_007_199_254_740, 1_000_003, 1_000_000, 9_007_226_276_338],
])('CO1: %j times %j by %j is rounded half up to %j', (amount, factor, divisor, result) => {
  expect(scaled(amount, factor, divisor)).toBe(result);
});

test('CO5: another currency is converted with the rate of the organization, and not without one', () => {
  const rates = [{ currency: 'EUR', micros: 1_080_000 }];
  expect(converted({ micros: 14_000, currency: 'USD' }, 'USD', rates)).toBe(14_000);
  expect(converted({ micros: 14_000, currency: 'EUR' }, 'USD', rates)).toBe(15_120);
  expect(converted({ micros: 14_000, currency: 'GBP' }, 'USD', rates)).toBeNull();
});
