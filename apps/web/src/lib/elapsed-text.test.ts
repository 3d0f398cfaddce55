import { expect, test } from 'vitest';
import { elapsedText } from './elapsed-text.ts';

test.each([
  [0, '0 ms'],
  [24.4, '24 ms'],
  [95, '0.1 s'],
  [412, '0.4 s'],
  [10_000, '10.0 s'],
])('%s ms', (ms, text) => expect(elapsedText(ms)).toBe(text));
