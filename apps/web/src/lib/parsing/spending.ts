import { type ExchangeRate, type Spending, spending } from '@parley/contract';
import { asNumber, asObject, asString, parseList } from './json.ts';

/** The rates are sent back with the limits, so one in a currency that this page does not know stays as it is. */
export function parseSpending(body: unknown): Spending | undefined {
  const fields = asObject(asObject(body)?.spending);
  const limits = asObject(fields?.limits);
  const read = spending.safeParse({ ...fields, limits: { ...limits, rates: [] } }).data;
  if (read === undefined || !Array.isArray(limits?.rates)) return undefined;
  const rates = parseList(limits.rates, 'exchange rate', parseRate);
  return { ...read, limits: { ...read.limits, rates } };
}

function parseRate(value: unknown): ExchangeRate | null {
  const fields = asObject(value);
  const [currency, micros] = [asString(fields?.currency), asNumber(fields?.micros)];
  return currency === null || micros === null ? null : { currency, micros };
}
