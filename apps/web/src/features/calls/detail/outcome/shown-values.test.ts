import { expect, test } from 'vitest';
import type { ShownOutcome } from '../../../../lib/parsing/outcomes.ts';
import { currentValue, hasOutcome, shownValues } from './shown-values.ts';

const field = (id: string) => ({ id, label: id, type: 'yes_no', choices: [], required: false });
const proof = { at: { kind: 'entry' as const, ordinal: 3 }, quote: 'yes', question: null };
const shown: ShownOutcome = {
  state: 'ready',
  outcome: {
    zone: 'Europe/Berlin',
    result: 'reached',
    sentence: null,
    fields: [field('confirmed'), field('paid'), field('insured')],
    values: [{ field: 'confirmed', value: true, proof }],
  },
  corrections: [
    { field: 'paid', value: false, revision: 2, by: null, at: '' },
    { field: 'confirmed', value: null, revision: 1, by: { displayName: 'Ann' }, at: '' },
    { field: 'gone', value: true, revision: 1, by: null, at: '' },
  ],
  fieldsChanged: false,
};

test('OC10: a correction counts, also one that says not known, and the value that was read stays beside it', () => {
  const values = shownValues(shown);
  expect(values.map(({ field }) => field.id)).toEqual(['confirmed', 'paid', 'insured']);
  expect(values.map(currentValue)).toEqual([null, false, null]);
  expect(values[0]?.read?.value).toBe(true);
});

test.each<[string, Partial<ShownOutcome>, boolean]>([
  ['one that was read', {}, true],
  ['one that is being read', { state: 'pending', outcome: null }, true],
  ['one that could not be read', { state: 'failed', outcome: null }, true],
  ['none, with fields that came later', { state: 'none', outcome: null, fieldsChanged: true }, true],
  ['none', { state: 'none', outcome: null }, false],
])('there is a card for %s: %j', (_, more, expected) => {
  expect(hasOutcome({ ...shown, ...more })).toBe(expected);
  expect(hasOutcome(null)).toBe(false);
});
