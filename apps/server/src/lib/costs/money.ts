import { microsPerUnit } from '@parley/contract';

const unit = BigInt(microsPerUnit);

/** `amount * factor / divisor`, rounded half up, without the loss of fractions that numbers have. */
export function scaled(amount: number, factor: number, divisor: number): number {
  const by = BigInt(divisor);
  return Number((BigInt(amount) * BigInt(factor) * 2n + by) / (by * 2n));
}

/**
 * A price as carriers write it, such as `-0.01400`, in millionths; null for anything else. Charges are negative there, and
 * what is charged counts here.
 */
export function microsOf(text: string): number | null {
  const [, whole = '', fraction = ''] = /^-?(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const tenth = BigInt(`${whole}${fraction.padEnd(12, '0')}`);
  return Number((tenth * 2n + unit) / (unit * 2n));
}

/** In the organization's currency; null without an exchange rate. */
export function converted(
  reported: { readonly micros: number; readonly currency: string },
  currency: string,
  rates: readonly { readonly currency: string; readonly micros: number }[],
): number | null {
  if (reported.currency === currency) return reported.micros;
  const rate = rates.find((each) => each.currency === reported.currency);
  return rate ? scaled(reported.micros, rate.micros, microsPerUnit) : null;
}
