import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { totalOf } from './cost.ts';
import { spendingLevel, spendingLimits } from './spending.ts';

test.each([
  [0, 0, null, 'none'],
  [9_999, 0, null, 'none'],
  [0, 0, 100, 'fine'],
  [79, 0, 100, 'fine'],
  [80, 0, 100, 'warning'],
  [40, 40, 100, 'warning'],
  [99, 0, 100, 'warning'],
  [100, 0, 100, 'reached'],
  [90, 10, 100, 'reached'],
  [0, 0, 0, 'reached'],
  [800_000_000_000_000, 0, 1_000_000_000_000_000, 'warning'],
] as const)('CO12: %j spent and %j held of %j is %s', (spentMicros, heldMicros, limit, level) => {
  expect(spendingLevel({ spentMicros, heldMicros }, limit)).toBe(level);
});

test.each([
  ['estimate', 'final', 'estimate'],
  ['final', 'estimate', 'estimate'],
  ['final', 'none', 'final'],
  ['none', 'none', 'none'],
] as const)('CO6: %s and %s together are %s', (carrier, model, state) => {
  const part = { micros: 2 };
  const cost = { carrier: { ...part, state: carrier }, model: { ...part, state: model } };
  expect(totalOf(cost)).toEqual({ micros: 4, state });
});

describe('CO7: every mistake has its place and its sentence', () => {
  const eur = { currency: 'EUR', micros: 1 };
  test.each<[string, object, string | null]>([
    ['no limits', {}, null],
    ['nothing may be spent', { dayMicros: 0 }, null],
    [
      'a negative limit',
      { dayMicros: -1 },
      'dayMicros: A spending limit is a number from 0 to 1,000,000,000.',
    ],
    [
      'half a millionth',
      { monthMicros: 0.5 },
      'monthMicros: A spending limit is a number from 0 to 1,000,000,000.',
    ],
    [
      'no currency',
      { rates: [{ ...eur, currency: 'euros' }] },
      'rates.0.currency: Choose a currency such as USD.',
    ],
    [
      'a rate of nothing',
      { rates: [{ ...eur, micros: 0 }] },
      'rates.0.micros: An exchange rate is a number above 0 and up to 1,000,000.',
    ],
    ['twice', { rates: [eur, eur] }, 'rates.1.currency: This currency is listed twice.'],
    [
      'too many',
      { rates: Array.from({ length: 11 }, () => eur) },
      'rates: There may be at most 10 exchange rates.',
    ],
  ])('%s', (_, changes, mistake) => {
    const issue = safeParse(spendingLimits, {
      ...{ dayMicros: null, monthMicros: null, rates: [] },
      ...changes,
    }).error?.issues[0];
    expect(issue ? `${issue.path.join('.')}: ${issue.message}` : null).toBe(mistake);
  });
});
