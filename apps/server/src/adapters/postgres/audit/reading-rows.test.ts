import { expect, test } from 'vitest';
import { entriesOf, type ReadingRow } from './reading-rows.ts';

/** Row 3, stored at the second second, with entries that are 5 ms old. */
const row = (entries: readonly (readonly unknown[])[]): ReadingRow => [
  ...([3, 'one', '2000000', 'user-1', 'person', null] as const),
  ...(['call.read', '1995000', '1995000', entries.length, JSON.stringify(entries)] as const),
];
const real = { n: 1 };

test('AU7: entries of a row that are numbered from zero have ids in that order', () => {
  const entries = entriesOf(
    row([
      [0, 5, 'real', real],
      [1, 5, 'other', {}],
    ]),
  );
  expect(entries).toMatchObject([
    { id: 100_000_000_003_000, at: '1995000', subject: 'real', data: '{"n":1}' },
    { id: 100_000_000_003_001, at: '1995000', subject: 'other', data: '{}' },
  ]);
});

test.each([
  [
    'a number is there twice',
    [
      [0, 5, 'forged', {}],
      [0, 5, 'real', real],
    ],
  ],
  [
    'a number is left out',
    [
      [0, 5, 'real', real],
      [2, 5, 'forged', {}],
    ],
  ],
  ['the first is not zero', [[1, 5, 'real', real]]],
  [
    'they are in another order',
    [
      [1, 5, 'other', {}],
      [0, 5, 'real', real],
    ],
  ],
  ['a number is none', [[null, 5, 'real', real]]],
])('AU7: a row has no entries where %s', (_, entries) => {
  expect(entriesOf(row(entries))).toEqual([]);
});
