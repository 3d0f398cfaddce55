import { expect, test } from 'vitest';
import { createFollowUpBody } from './follow-up.ts';

test.each([
  ['spaces', ' \n\t\u00A0'],
  ['zero-width characters', '\u200B\u200C\u200D\u2060\uFEFF'],
  ['fillers and what only chooses a form', '\u3164\u115F\u034F\uFE0F\u2800'],
])('a follow-up of nothing but %s is refused', (_, what) => {
  const { error } = createFollowUpBody.safeParse({ what });
  expect(error?.issues[0]?.message).toBe('Write what is to be done.');
});

test.each(['Call.', '電話', 'اتصل', '🦷', '1'])('a follow-up of %s is taken', (what) => {
  expect(createFollowUpBody.safeParse({ what }).success).toBe(true);
});
