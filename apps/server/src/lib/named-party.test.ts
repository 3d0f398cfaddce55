import { expect, test } from 'vitest';
import { namedParty } from './named-party.ts';

const ada = { id: 'a', name: 'Ada' };
const ben = { id: 'b', name: 'Ben' };

test.each([
  ['nobody', [], null, null],
  ['the only one', [ada], null, { id: 'a', name: 'Ada', others: 0 }],
  [
    'of a shared number the first, and nobody in particular',
    [ada, ben],
    null,
    { id: null, name: 'Ada', others: 1 },
  ],
  ['whoever was chosen', [ada, ben], 'b', { id: 'b', name: 'Ben', others: 0 }],
  ['the number again when the chosen one is gone', [ada], 'b', { id: 'a', name: 'Ada', others: 0 }],
  ['nobody when the chosen one is gone and the number has none', [], 'b', null],
])('CT1: %s is shown', (_what, people, chosen, shown) => {
  expect(namedParty(people, chosen)).toEqual(shown);
});
