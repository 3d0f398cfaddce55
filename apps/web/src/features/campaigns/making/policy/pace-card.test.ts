import { expect, test } from 'vitest';
import { accountText } from './pace-card.tsx';

const account = { side: 'real', lines: 2, callsPerSecond: 1, isKnown: true } as const;

test('P328: the pace says what the account may do, what is left of it for campaigns, and why', () => {
  expect(accountText(account)).toBe(
    'Your account may have 2 calls at once, as Settings ▸ Connections says. One is for the desk, so all campaigns together have 1. Whoever is over that waits. It begins at most 60 calls a minute.',
  );
  expect(accountText({ ...account, isKnown: false, callsPerSecond: null })).toMatch(
    /^How many calls at once your account may have is not known\. A new one has 2, so no more are made\./,
  );
  expect(accountText({ ...account, lines: 1 })).toContain('Campaigns and the desk share it.');
});
