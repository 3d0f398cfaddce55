import { expect, test } from 'vitest';
import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { nextSteps } from './what-to-do-next.ts';

const one = [{} as FollowUp];

test.each<[string, string | null, FollowUp[] | null, boolean, ReturnType<typeof nextSteps>]>([
  ['the end of the summary', '**Moved to Wednesday.**', one, false, 'summary'],
  ['the end of the summary, also with nothing to do', 'Moved.', [], false, 'summary'],
  ['a card of its own without a summary', null, one, false, 'card'],
  ['a card of its own while the call goes on', 'Moved.', one, true, 'card'],
  [
    'a card beside a summary with a list of its own',
    'Moved.\n\n### What to do next\n\n- Ring.',
    one,
    false,
    'card',
  ],
  [
    'nowhere beside such a summary with nothing to do',
    'Moved.\n\n### What to do next\n- Ring.',
    [],
    false,
    null,
  ],
  ['nowhere without a summary and with nothing to do', ' ', [], false, null],
  ['nowhere for those who may not see them', 'Moved.', null, false, null],
])('follow-ups are shown in %s', (_, summary, followUps, live, expected) => {
  expect(nextSteps({ summary, followUps }, live)).toBe(expected);
});
