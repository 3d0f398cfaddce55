import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

/** [-removed-] and {+added+}, as people write diffs by hand. */
const marked = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('');

test.each([
  ['Say hello.', 'Say hello.', 'Say hello.'],
  ['', 'Say hello.', '{+Say hello.+}'],
  ['Say hello.', '', '[-Say hello.-]'],
  ['You are warm and exact.', 'You are calm and exact.', 'You are [-warm -]{+calm +}and exact.'],
  ['one two three', 'one three', 'one [-two -]three'],
  ['one three', 'one two three', 'one {+two +}three'],
  ['a b a b a', 'a b a', 'a b [-a b -]a'],
])('from %j to %j', (before, after, words) => {
  expect(marked(before, after)).toBe(words);
});

test('both texts can be read out of it', () => {
  const before = 'Ask one thing at a time,\n\nand repeat names once.';
  const after = 'Ask two things at a time and\nrepeat names, dates and numbers once.';
  const runs = wordDiff(before, after);
  const without = (kind: string) =>
    runs
      .filter((each) => each.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect(without('added')).toBe(before);
  expect(without('removed')).toBe(after);
});

test('two long texts without a common word are one removal and one addition', () => {
  const long = (word: string) => Array.from({ length: 2_000 }, (_, n) => `${word}${n}`).join(' ');
  expect(wordDiff(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
