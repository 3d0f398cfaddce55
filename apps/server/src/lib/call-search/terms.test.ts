import { expect, test } from 'vitest';
import { type Term, termsOf } from './terms.ts';

const word = (text: string): Term => ({ kind: 'word', word: text });
const number = (digits: string): Term => ({ kind: 'number', digits });

test.each<[string, Term[]]>([
  ['crown', [word('crown')]],
  ['  Crown  TUESDAY ', [word('crown'), word('tuesday')]],
  ['José', [word('jose')]],
  ['Straße', [word('strasse')]],
  ['"root canal"', [{ kind: 'phrase', words: ['root', 'canal'], open: false }]],
  ['“root canal”', [{ kind: 'phrase', words: ['root', 'canal'], open: false }]],
  ['"root ca', [{ kind: 'phrase', words: ['root', 'ca'], open: true }]],
  ['"crown"', [{ kind: 'phrase', words: ['crown'], open: false }]],
  ['"cro', [word('cro')]],
  ['check-up', [{ kind: 'phrase', words: ['check', 'up'], open: true }]],
  ['10:30', [{ kind: 'phrase', words: ['10', '30'], open: true }]],
  ['12', [word('12')]],
  ['0123', [{ kind: 'digits', ways: [[word('0123')], [number('0123')]] }]],
  [
    '1 2',
    [
      {
        kind: 'digits',
        ways: [[word('1'), word('2')], [{ kind: 'phrase', words: ['1', '2'], open: true }]],
      },
    ],
  ],
  ['', []],
  [' "" ?! ', []],
])('SE2: %s', (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

const digitsIn = (text: string) =>
  termsOf(text)
    .flatMap((term) => (term.kind === 'digits' ? term.ways.flat() : []))
    .flatMap((term) => (term.kind === 'number' ? [term.digits] : []));

test.each([
  ['+1 (202) 555-0123', '12025550123'],
  ['202.555.0123', '2025550123'],
  ['020 7946 0958', '2079460958'],
  ['0049 30 123456', '4930123456'],
  ['555/0123', '5550123'],
  ['٥٥٥٠١٢٣', '5550123'],
])('SE3: %s is read as the digits of a number', (text, digits) => {
  expect(digitsIn(text)).toContain(digits);
});

test('SE3: a short number keeps its zeros, so that last digits stay the last ones', () => {
  expect(digitsIn('0123')).toEqual(['0123']);
});

test.each([
  ['019a8b5e-6c00-7000-8000-000000000001', '019a8b5e6c0070008000000000000001'],
  ['019A8B5E-6C00', '019a8b5e6c00'],
  ['019a8b5e', '019a8b5e'],
])('SE4: %s is an id', (text, digits) => {
  expect(termsOf(text)).toEqual([{ kind: 'id', digits }]);
});

test.each(['202-555-0123', '5550123', '2025550123', 'decade', 'facade', '2025550123 crown'])(
  '%s is no id',
  (text) => {
    expect(termsOf(text).some(({ kind }) => kind === 'id')).toBe(false);
  },
);

test('words beyond the twelfth do not count', () => {
  expect(termsOf(Array.from({ length: 20 }, (_, n) => `w${n}x`).join(' '))).toHaveLength(12);
});
