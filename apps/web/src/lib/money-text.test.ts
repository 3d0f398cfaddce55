import { expect, test } from 'vitest';
import { moneyText } from './money-text.ts';

test.each([
  [14_000, 'USD', '$0.014'],
  [0, 'USD', '$0.00'],
  [500_000, 'USD', '$0.50'],
  [61_840_000, 'USD', '$61.84'],
  [1_180, 'EUR', '€0.0012'],
  [1_500_000, 'nonsense', '1.50 nonsense'],
])('P309: %j of %s is written %s', (micros, currency, text) => {
  expect(moneyText(micros, currency)).toBe(text);
});

test('the largest sum of a column says how many digits all of it has', () => {
  expect(moneyText(14_000, 'USD', 5_000_000)).toBe('$0.01');
  expect(moneyText(1_234_560_000, 'EUR')).toBe('€1,234.56');
});
