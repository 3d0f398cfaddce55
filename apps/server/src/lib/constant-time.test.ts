import { expect, test } from 'vitest';
import { equalInConstantTime } from './constant-time.ts';

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['', '', true],
  // Of the same length in characters, not in bytes.
  ['ab', 'aé', false],
  [Buffer.from('abc'), 'abc', true],
  [Buffer.alloc(0), Buffer.from('a'), false],
])('%s and %s', (given, expected, same) => {
  expect(equalInConstantTime(given, expected)).toBe(same);
});
