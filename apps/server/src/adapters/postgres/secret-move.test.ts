import { expect, test } from 'vitest';
import { decideSecret, type Matched, WrongAuthSecret } from './secret-move.ts';

/** AUTH_SECRET, AUTH_SECRET_PREVIOUS, whether the database knows a next one, and what a server does. */
const cases: [Matched, Matched | null, boolean, string][] = [
  ['current', null, false, 'use'],
  ['current', null, true, 'use'],
  ['current', 'unknown', false, 'use'],
  ['current', 'next', true, 'use'],
  ['next', 'current', true, 'join'],
  ['next', null, true, 'finish'],
  ['next', 'unknown', true, 'wrong previous'],
  ['next', 'next', true, 'wrong previous'],
  ['unknown', 'current', false, 'begin'],
  ['unknown', 'current', true, 'begin, abandoning the next one'],
  ['unknown', 'next', true, 'wrong previous'],
  ['unknown', 'unknown', false, 'wrong secret'],
  ['unknown', null, false, 'wrong secret'],
  ['unknown', null, true, 'wrong secret'],
];

test.each(cases)('SR2: AUTH_SECRET %s, previous %s, moving %s: %s', (secret, previous, hasNext, expected) => {
  const decision = decideSecret(secret, previous, hasNext);
  const said =
    decision.kind === 'refuse'
      ? decision.why
      : decision.kind === 'begin' && decision.abandons
        ? 'begin, abandoning the next one'
        : decision.kind;
  expect(said).toBe(expected);
});

test('every refusal says that nothing was changed and where the steps are', () => {
  for (const why of ['wrong secret', 'wrong previous', 'unfinished', 'another next'] as const)
    expect(new WrongAuthSecret(why).message).toMatch(/nothing was changed.*docs\/secrets\.md/);
});
