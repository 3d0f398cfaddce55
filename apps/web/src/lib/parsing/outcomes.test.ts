import { beforeEach, expect, test, vi } from 'vitest';
import { parseShownOutcome } from './outcomes.ts';

const stored = {
  state: 'ready',
  outcome: {
    version: 1,
    run: 0,
    by: 'rules',
    zone: 'Europe/Berlin',
    result: 'partly',
    sentence: 'They come another day.',
    fields: [
      { id: 'day', label: 'Day', type: 'date', description: '', choices: [], required: true },
      { id: 'mood', label: 'Mood', type: 'weather', choices: ['sunny', 7] },
      { label: 'No id' },
    ],
    values: [
      {
        field: 'day',
        value: '2026-11-17',
        proof: { kind: 'entry', entry: 3, quote: 'yes', question: { entry: 2, quote: 'On Tuesday?' } },
      },
      { field: 'mood', value: 'sunny', proof: { kind: 'tool', toolCall: 't1', quote: 'sunny' } },
      { field: 'mood', value: 'grey', proof: { kind: 'dream', quote: 'grey' } },
      { field: 'day', value: { of: 'the dead' } },
    ],
  },
  corrections: [{ field: 'day', value: null, revision: 1, by: { displayName: 'Ann' }, at: 'soon' }, {}],
  fieldsChanged: true,
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test('OC11: what this page does not know of an outcome is left out, the rest is shown', () => {
  const read = parseShownOutcome(stored);
  expect(read?.outcome?.fields.map(({ id, type, choices }) => [id, type, choices])).toEqual([
    ['day', 'date', []],
    ['mood', 'weather', ['sunny']],
  ]);
  expect(read?.outcome?.values).toEqual([
    {
      field: 'day',
      value: '2026-11-17',
      proof: {
        at: { kind: 'entry', ordinal: 3 },
        quote: 'yes',
        question: { entry: 2, quote: 'On Tuesday?' },
      },
    },
    {
      field: 'mood',
      value: 'sunny',
      proof: { at: { kind: 'tool', id: 't1' }, quote: 'sunny', question: null },
    },
    { field: 'mood', value: 'grey', proof: null },
  ]);
  expect(read?.corrections).toEqual([
    { field: 'day', value: null, revision: 1, by: { displayName: 'Ann' }, at: '' },
  ]);
  expect(read?.fieldsChanged).toBe(true);
});

test.each([undefined, null, 'ready', {}])('%j is no outcome', (value) => {
  expect(parseShownOutcome(value)).toBeNull();
});
