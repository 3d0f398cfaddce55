import type { OutcomeField } from './outcome-field.ts';

/** Whether two lists ask for the same: order and descriptions aside. */
export function sameOutcomeFields(one: readonly OutcomeField[], other: readonly OutcomeField[]): boolean {
  return asked(one) === asked(other);
}

function asked(fields: readonly OutcomeField[]): string {
  const each = fields.map(({ id, label, type, choices, required }) =>
    JSON.stringify([id, label, type, type === 'choice' ? choices : [], required]),
  );
  return each.toSorted().join('\n');
}
