import { microsPerUnit } from '@parley/contract';

/** Money as people read it; small amounts, or all of a column whose largest one is small, with as many digits as calls need. */
export function moneyText(micros: number, currency: string, largest = micros): string {
  const digits = {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(largest) < microsPerUnit ? 4 : 2,
  };
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(
      micros / microsPerUnit,
    );
  } catch {
    // A currency that this browser does not know.
    return `${(micros / microsPerUnit).toFixed(2)} ${currency}`;
  }
}
