import { exampleOrganization } from '@parley/contract';
import { expect, test } from 'vitest';
import { costOf } from './finish-try.ts';

const { settings } = exampleOrganization;
const usage = { seconds: 60, requests: 4, inputTokens: 10_000, outputTokens: 500 };

test('AG26: a try costs what its model costs, in millionths of the organization’s currency', () => {
  expect(costOf(usage, 'gpt-4.1-mini', settings)).toEqual({ micros: 4_800, currency: 'USD' });
});

test.each([
  ['a model without a price', 'scripted'],
  ['no model', null],
])('AG26: %s has no cost', (_what, model) => {
  expect(costOf(usage, model, settings)).toBeNull();
});
