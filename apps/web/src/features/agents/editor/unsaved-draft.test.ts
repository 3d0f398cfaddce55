import { emptyAgentConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { withPlace } from '../config/places.ts';
import { parseUnsaved } from './unsaved-draft.ts';

const config = emptyAgentConfig('Elm Street');
const base = { revision: 3, config, savedAt: null, savedBy: 'Omar' };
const reread = (value: unknown) => parseUnsaved(JSON.parse(JSON.stringify(value)));
const day = (from: string) => [{ from, to: '17:00' }];
const week = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [] };

test.each([
  ['as it may be', withPlace(config, 'identity.persona', 'Warm.')],
  ['with a text above the limit of a draft', withPlace(config, 'identity.persona', 'a'.repeat(20_001))],
  ['with a list above the limit of a draft', withPlace(config, 'speech.hints', Array(501).fill('a'))],
  [
    'with hours above their limit',
    withPlace(config, 'conversation.transfers', [
      { name: '', number: '', when: '', hours: { ...week, sunday: day('a'.repeat(21)) } },
    ]),
  ],
])('what was typed is there again after a reload: %s', (_, typed) => {
  expect(reread({ base, typed })).toEqual({ base, typed });
});

test.each([
  ['nothing', null],
  ['no revision', { base: { config }, typed: config }],
  ['another shape', { base, typed: { ...config, speech: { hints: 'a' } } }],
  ['a version of the shape that is not known', { base, typed: { ...config, schema: 2 } }],
])('what cannot be shown is not read: %s', (_, stored) => {
  expect(reread(stored)).toBeNull();
});
