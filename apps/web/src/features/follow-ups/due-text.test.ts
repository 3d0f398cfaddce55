import { expect, test } from 'vitest';
import { dueText } from './due-text.ts';

const now = Date.parse('2026-10-13T10:00:00Z');

test.each([
  [10 * 60, 'in 10 min'],
  [30, 'now'],
  [-30, 'now'],
  [-59 * 60, '59 min late'],
  [-2 * 3600, '2 h late'],
  [23 * 3600 + 3599, 'in 23 h'],
  [24 * 3600, 'in 1 day'],
  [-3 * 86_400, '3 days late'],
])('what is due in %d seconds is due "%s"', (seconds, text) => {
  expect(dueText(new Date(now + seconds * 1000).toISOString(), now)).toBe(text);
});

test('an unknown time says nothing', () => {
  expect(dueText('', now)).toBe('');
});
