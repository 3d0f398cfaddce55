import { type Spending, spendingLimits } from '@parley/contract';
import { amountText, parseAmount } from './amount-text.ts';
import { ratesText, readRates } from './rates-text.ts';

/** What stands in the fields. */
export interface TypedLimits {
  day: string;
  month: string;
  rates: string;
}

const fieldOf = { dayMicros: 'day', monthMicros: 'month', rates: 'rates' } as const;

export function typedOf({ limits }: Spending): TypedLimits {
  return {
    day: amountText(limits.dayMicros),
    month: amountText(limits.monthMicros),
    rates: ratesText(limits.rates),
  };
}

export function isSame(one: TypedLimits, other: TypedLimits): boolean {
  return one.day === other.day && one.month === other.month && one.rates === other.rates;
}

export function limitsOf({ day, month, rates }: TypedLimits) {
  return { dayMicros: parseAmount(day), monthMicros: parseAmount(month), rates: readRates(rates) };
}

export type LimitErrors = Partial<Record<keyof TypedLimits, string>>;

export function mistakesIn(typed: TypedLimits): LimitErrors {
  const errors: LimitErrors = {};
  for (const { path, message } of spendingLimits.safeParse(limitsOf(typed)).error?.issues ?? []) {
    const field = fieldOf[path[0] as keyof typeof fieldOf];
    errors[field] ??= message;
  }
  return errors;
}
