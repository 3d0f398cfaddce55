import type { ExchangeRate } from '@parley/contract';
import { amountText, parseAmount } from './amount-text.ts';

/** `EUR 1.08, GBP 1.27` */
export const ratesText = (rates: readonly ExchangeRate[]): string =>
  rates.map(({ currency, micros }) => `${currency} ${amountText(micros)}`).join(', ');

/** What is no rate becomes one that is refused in words. */
export function readRates(text: string): ExchangeRate[] {
  return text
    .split(/[;,]\s+|[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, currency = part, amount = ''] = /^([A-Za-z]{3})\s*=?\s*(\d\S*)$/.exec(part) ?? [];
      return { currency: currency.toUpperCase(), micros: parseAmount(amount) ?? Number.NaN };
    });
}
