import { microsPerUnit } from '@parley/contract';

/** A price as people write it. */
export function priceText(micros: number | null): string {
  if (micros === null) return '';
  const decimals = String(micros % microsPerUnit)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const units = String(Math.floor(micros / microsPerUnit));
  return decimals === '' ? units : `${units}.${decimals}`;
}

/** Null for an empty text, NaN for one that is no price. Exact: nothing is rounded. */
export function parsePrice(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, units, decimals = ''] = /^(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(trimmed) ?? [];
  if (units === undefined) return Number.NaN;
  return Number(units) * microsPerUnit + Number(decimals.padEnd(6, '0'));
}
