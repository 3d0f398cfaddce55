import { describe, expect, test } from 'vitest';
import { describeChanges } from '../agent-config/describe-changes.ts';
import { emptyAgentConfig } from '../agent-config/empty-config.ts';
import { agentLimits } from '../agent-config/limits.ts';
import { templateUpdateBody } from '../templates.ts';
import { sameOutcomeFields } from './fields-of.ts';
import type { OutcomeField } from './outcome-field.ts';

const field = (change: Partial<OutcomeField> = {}): OutcomeField => ({
  ...{ id: 'a', label: 'Confirmed', type: 'yes_no', description: '', choices: [], required: false },
  ...change,
});

describe('OC1: the outcome fields of a template', () => {
  const sentence = (outcomeFields: unknown) => {
    const { error } = templateUpdateBody.safeParse({ name: 'a', prompt: 'b', outcomeFields });
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  };

  test.each([[undefined], [null], [[]], [[field()]]])('may be %j', (fields) => {
    expect(sentence(fields)).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['no name', [field({ label: ' ' })], 'outcomeFields.0.label: Give the field a name.'],
    [
      'one choice',
      [field({ type: 'choice', choices: ['Monday'] })],
      'outcomeFields.0.choices: Add at least two choices.',
    ],
    [
      'too many',
      Array.from({ length: agentLimits.outcomeFieldsMax + 1 }, (_, n) =>
        field({ id: `f${n}`, label: `F${n}` }),
      ),
      'outcomeFields: There may be at most 20 outcome fields.',
    ],
    [
      'a type that is none',
      [{ ...field(), type: 'money' }],
      'outcomeFields.0.type: Choose one of these: yes_no, choice, text, number, date, time.',
    ],
  ])('with %s are refused with a sentence', (_, fields, expected) => {
    expect(sentence(fields)).toEqual([expected]);
  });
});

describe('OC2: an agent', () => {
  test('without outcome fields has none', () => {
    expect(emptyAgentConfig('A').outcomes?.fields ?? []).toEqual([]);
  });

  test('whose fields change says so in the history of its versions', () => {
    const before = { ...emptyAgentConfig('A'), outcomes: { fields: [field()] } };
    const changed = {
      ...before,
      outcomes: { fields: [field({ required: true }), field({ id: 'b', label: 'Day' })] },
    };
    expect(
      describeChanges(emptyAgentConfig('A'), { ...emptyAgentConfig('A'), outcomes: { fields: [] } }),
    ).toEqual([]);
    expect(describeChanges(before, changed).map(({ sentence }) => sentence)).toEqual([
      'Outcome field “Confirmed” changed.',
      'Outcome field “Day” added.',
    ]);
  });
});

describe('OC11: fields ask for the same', () => {
  test('in another order and with other descriptions', () => {
    const [one, two] = [field(), field({ id: 'b', label: 'Day', type: 'date' })];
    expect(sameOutcomeFields([one, two], [{ ...two, description: 'When.' }, one])).toBe(true);
  });

  test('not with another name, type, choice or requirement, nor with one more', () => {
    const choice = field({ type: 'choice', choices: ['a', 'b'] });
    for (const other of [
      [field({ label: 'Agreed' })],
      [field({ type: 'text' })],
      [field({ required: true })],
      [field({ id: 'b' })],
      [],
    ])
      expect(sameOutcomeFields([field()], other)).toBe(false);
    expect(sameOutcomeFields([choice], [{ ...choice, choices: ['a', 'c'] }])).toBe(false);
    // Choices of another type are kept for when it changes back, and mean nothing.
    expect(sameOutcomeFields([field()], [field({ choices: ['a'] })])).toBe(true);
  });
});
