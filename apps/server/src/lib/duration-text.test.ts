import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [1, 'one second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3_600, '60 minutes'],
  [7_200, '2 hours'],
  [7_201, '3 hours'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
