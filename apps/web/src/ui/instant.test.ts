import { expect, test } from 'vitest';
import { durationText } from './instant.tsx';

test.each([
  [0, '0:00'],
  [7, '0:07'],
  [42.4, '0:42'],
  [75, '1:15'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3725, '1:02:05'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
