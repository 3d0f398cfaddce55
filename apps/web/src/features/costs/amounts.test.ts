import { expect, test } from 'vitest';
import { amountText, parseAmount } from './amount-text.ts';
import { ratesText, readRates } from './rates-text.ts';

test.each([
  ['', null],
  ['20', 20_000_000],
  ['20.5', 20_500_000],
  ['20,50', 20_500_000],
  ['0', 0],
  ['0.000001', 1],
])('P310: %j is read as %j', (text, micros) => {
  expect(parseAmount(text)).toBe(micros);
});

test.each(['-1', 'twenty', '1.2.3', '1e3', '0.0000001', '12345678901'])('P310: %j is no amount', (text) => {
  expect(parseAmount(text)).toBeNaN();
});

test('P310: an amount is shown as it is written', () => {
  expect([null, 0, 20_000_000, 20_500_000, 1].map(amountText)).toEqual(['', '0', '20', '20.50', '0.000001']);
});

test('P310: exchange rates are written one after the other', () => {
  const rates = [
    { currency: 'EUR', micros: 1_080_000 },
    { currency: 'GBP', micros: 1_270_000 },
  ];
  expect(ratesText(rates)).toBe('EUR 1.08, GBP 1.27');
  expect(readRates('EUR 1.08, GBP 1.27')).toEqual(rates);
  expect(readRates('eur = 1,08; GBP 1.27')).toEqual(rates);
  expect(readRates('')).toEqual([]);
  expect(readRates('euros')).toEqual([{ currency: 'EUROS', micros: Number.NaN }]);
});
