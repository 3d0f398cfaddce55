import { microsPerUnit } from '@parley/contract';

/** An amount as people write it; empty for none. */
export function amountText(micros: number | null): string {
  if (micros === null) return '';
  const decimals = String(micros % microsPerUnit)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const units = String(Math.floor(micros / microsPerUnit));
  return decimals === '' ? units : `${units}.${decimals.padEnd(2, '0')}`;
}

/** Null for an empty text, NaN for one that is no amount. Exact: nothing is rounded. */
export function parseAmount(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, units, decimals = ''] = /^(\d{1,10})(?:[.,](\d{1,6}))?$/.exec(trimmed) ?? [];
  if (units === undefined) return Number.NaN;
  return Number(units) * microsPerUnit + Number(decimals.padEnd(6, '0'));
}
