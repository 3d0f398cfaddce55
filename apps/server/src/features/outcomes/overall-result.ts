import type { CallResult, OutcomeField, ProvedValue } from '@parley/contract';

/**
 * Whether the goal was reached. The required fields have the last word: one that is missing makes it partly reached at
 * most, and without any of them it was not reached (OC9).
 */
export function overallResult(
  claimed: CallResult | null,
  fields: readonly OutcomeField[],
  values: readonly ProvedValue[],
): CallResult | null {
  const required = fields.filter((field) => field.required);
  if (required.length === 0) return claimed;
  const there = required.filter(({ id }) => values.some(({ field }) => field === id)).length;
  if (there === 0) return 'not';
  if (there < required.length) return claimed === 'not' ? 'not' : 'partly';
  return claimed ?? 'reached';
}
