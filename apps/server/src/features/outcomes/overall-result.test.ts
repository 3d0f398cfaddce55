import type { CallResult, OutcomeField, ProvedValue } from '@parley/contract';
import { expect, test } from 'vitest';
import { overallResult } from './overall-result.ts';

const field = (id: string, required: boolean): OutcomeField => ({
  ...{ id, label: id, type: 'text', description: '', choices: [], required },
});
const value = (id: string): ProvedValue => ({
  field: id,
  value: 'x',
  proof: { kind: 'entry', entry: 0, quote: 'x', question: null },
});
const two = [field('a', true), field('b', true), field('c', false)];

test.each<[string, CallResult | null, readonly OutcomeField[], readonly string[], CallResult | null]>([
  ['nothing is required: what was read', 'reached', [field('c', false)], [], 'reached'],
  ['nothing is required and nothing was read', null, [], [], null],
  ['all are there', null, two, ['a', 'b'], 'reached'],
  ['all are there, and yet it was not reached', 'not', two, ['a', 'b'], 'not'],
  ['one is missing', 'reached', two, ['a', 'c'], 'partly'],
  ['one is missing, and it was not reached', 'not', two, ['a'], 'not'],
  ['none of them is there', 'reached', two, ['c'], 'not'],
])('OC9: %s', (_, claimed, fields, there, expected) => {
  expect(overallResult(claimed, fields, there.map(value))).toBe(expected);
});
