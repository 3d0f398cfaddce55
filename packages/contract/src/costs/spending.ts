import * as z from 'zod/mini';
import { microsPerUnit } from '../organization/prices.ts';
import { isCurrency } from '../organization/regions.ts';
import type { Route } from '../route.ts';

export const spendingMax = {
  limitMicros: 1_000_000_000 * microsPerUnit,
  rateMicros: 1_000_000 * microsPerUnit,
};
export const exchangeRatesMax = 10;

const limitSentence = 'A spending limit is a number from 0 to 1,000,000,000.';
const limit = z.nullable(
  z.int(limitSentence).check(z.gte(0, limitSentence), z.lte(spendingMax.limitMicros, limitSentence)),
);

const rateSentence = 'An exchange rate is a number above 0 and up to 1,000,000.';
/** How much of the organization's currency one unit of the carrier's is, in millionths. */
export const exchangeRate = z.object({
  currency: z.string().check(z.refine(isCurrency, 'Choose a currency such as USD.')),
  micros: z.int(rateSentence).check(z.gte(1, rateSentence), z.lte(spendingMax.rateMicros, rateSentence)),
});
export type ExchangeRate = z.infer<typeof exchangeRate>;

/** In millionths of the organization's currency; null: no limit. */
export const spendingLimits = z.object({
  dayMicros: limit,
  monthMicros: limit,
  rates: z.array(exchangeRate).check(
    z.maxLength(exchangeRatesMax, `There may be at most ${exchangeRatesMax} exchange rates.`),
    z.check(({ value, issues }) => {
      const names = value.map(({ currency }) => currency);
      const second = names.findIndex((name, index) => names.indexOf(name) < index);
      if (second >= 0)
        issues.push({
          ...{ code: 'custom' as const, input: value, path: [second, 'currency'] },
          message: 'This currency is listed twice.',
        });
    }),
  ),
});
export type SpendingLimits = z.infer<typeof spendingLimits>;

const period = z.object({
  /** Its first day, in the organization's time zone. */
  from: z.iso.date(),
  spentMicros: z.int(),
  /** The part of it that is an estimate. */
  estimatedMicros: z.int(),
  /** What the calls that are up are expected to cost. */
  heldMicros: z.int(),
});
export type SpendingPeriod = z.infer<typeof period>;

export const spending = z.object({
  currency: z.string(),
  limits: spendingLimits,
  /** Of the limits; 0: nobody has set any. */
  revision: z.int(),
  changedAt: z.nullable(z.iso.datetime()),
  changedBy: z.nullable(z.object({ displayName: z.string() })),
  day: period,
  month: period,
});
export type Spending = z.infer<typeof spending>;

export const spendingResponse = z.object({ spending });
export const spendingLimitsBody = z.object({ revision: z.int().check(z.minimum(0)), limits: spendingLimits });

/** From here on people are warned. */
export const warnAtPercent = 80;

export type SpendingLevel = 'none' | 'fine' | 'warning' | 'reached';

/** How far a period is: what is spent and what calls that are up hold, against its limit. */
export function spendingLevel(
  { spentMicros, heldMicros }: Pick<SpendingPeriod, 'spentMicros' | 'heldMicros'>,
  limitMicros: number | null,
): SpendingLevel {
  if (limitMicros === null) return 'none';
  const used = spentMicros + heldMicros;
  if (used >= limitMicros) return 'reached';
  return used * 100 >= limitMicros * warnAtPercent ? 'warning' : 'fine';
}

/** Said with `spending_limit_reached`. */
export const spendingLimitSentences = {
  day: 'The spending limit of today is reached. Calls can be placed again tomorrow, or when an administrator raises the limit.',
  month:
    'The spending limit of this month is reached. Calls can be placed again next month, or when an administrator raises the limit.',
} as const;

export const spendingRoutes = {
  getSpending: {
    method: 'GET',
    path: '/api/spending',
    guard: 'bearer',
    permission: 'reports.read',
    summary: 'What calls cost today and this month, and the limits of it.',
    response: spendingResponse,
    errors: [],
  },
  saveSpendingLimits: {
    method: 'PUT',
    path: '/api/spending/limits',
    guard: 'bearer',
    permission: 'organization.write',
    summary: 'Set how much calls may cost in a day and in a month. Inbound calls are answered in any case.',
    body: spendingLimitsBody,
    response: spendingResponse,
    errors: ['invalid_request', 'settings_changed'],
  },
} as const satisfies Record<string, Route>;
