import type { OutcomeField, OutcomeValue, ShownOutcome } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CorrectionResult } from '../../ports/outcomes.ts';
import { outcomeEndpoints } from './endpoints.ts';

const field = (id: string, type: OutcomeField['type']): OutcomeField => ({
  ...{ id, label: id, type, description: '', choices: ['Red', 'Blue'], required: false },
});
const fields = (['yes_no', 'choice', 'text', 'number', 'date', 'time'] as const).map((type) =>
  field(type, type),
);
const shown: ShownOutcome = {
  state: 'ready',
  outcome: { version: 1, run: 0, by: 'rules', zone: 'UTC', result: null, sentence: null, fields, values: [] },
  corrections: [],
  fieldsChanged: false,
};

function world(
  result: CorrectionResult = { kind: 'stored', outcome: shown },
  found: ShownOutcome | null = shown,
) {
  const stored: unknown[] = [];
  const endpoints = outcomeEndpoints({
    shown: async () => found,
    correct: async (_caller, _id, of, revision, value) => {
      stored.push([of, revision, value]);
      return result;
    },
    withdraw: async () => result,
    request: async (_caller, id) => (id === 'live' ? 'live' : id === 'gone' ? 'missing' : 1),
  });
  const caller = { tenantId: 't', userId: 'u' };
  return {
    stored,
    correct: (id: string, value: OutcomeValue | null) =>
      endpoints.correctOutcome({
        caller,
        params: { id: 'c', field: id },
        body: { revision: 0, value },
      } as never),
    run: (id: string) => endpoints.runOutcome({ caller, params: { id } } as never),
  };
}

describe('OC10: a correction has the type of its field', () => {
  test.each<[string, OutcomeValue | null]>([
    ['yes_no', false],
    ['choice', 'Blue'],
    ['text', 'anything'],
    ['number', 4.5],
    ['date', '2026-03-10'],
    ['time', '14:30'],
    ['result', 'partly'],
    ['date', null],
    ['result', null],
  ])('%s takes %s', async (id, value) => {
    const { correct, stored } = world();
    await correct(id, value);
    expect(stored).toEqual([[id, 0, value]]);
  });

  test.each<[string, OutcomeValue, string]>([
    ['yes_no', 'yes', 'This is not yes or no.'],
    ['choice', 'Green', 'Choose one of the choices of the field.'],
    ['text', '   ', 'This is not a text.'],
    ['number', 'four', 'This is not a number.'],
    ['date', '2026-02-30', 'This is not a date.'],
    ['time', '25:00', 'This is not a time.'],
    ['result', 'great', 'Choose one of: Goal reached, Partly reached, Not reached.'],
  ])('%s refuses %s', async (id, value, sentence) => {
    const { correct, stored } = world();
    await expect(correct(id, value)).rejects.toMatchObject({ code: 'invalid_value', message: sentence });
    expect(stored).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ['a field that the call does not have', () => world().correct('other', 4), 'field_not_found'],
    ['a call that is gone', () => world(undefined, null).correct('number', 4), 'call_not_found'],
    [
      'what somebody else has corrected',
      () => world({ kind: 'changed' }).correct('number', 4),
      'outcome_changed',
    ],
    ['a run of a call that goes on', () => world().run('live'), 'call_in_progress'],
    ['a run of a call that is gone', () => world().run('gone'), 'call_not_found'],
  ])('%s', async (_, work, code) => {
    await expect(work()).rejects.toMatchObject({ code });
  });
});
