import { expect, test } from 'vitest';
import type { BegunSession } from '../../../ports/stream-tokens.ts';
import { type LostCall, whyNotResumed } from './resumption.ts';

const second = (n: number) => new Date(Date.UTC(2026, 9, 13, 10, 0, n));
const session = (number: number, beganAt: Date): BegunSession => ({
  ...{ session: number, askedAt: beganAt, beganAt, endedAt: second(50), lost: true, organization: null },
});

const lost: LostCall = {
  call: { reason: 'line_dropped' },
  sessions: [session(1, second(0))],
  ...{ spoke: false, restMs: 600_000, now: second(50), resumeAfterMs: 2_000 },
};
const twice = [session(1, second(0)), session(2, second(49))];

test.each<[string, Partial<LostCall>, string | null]>([
  ['the line dropped', {}, null],
  ['a killed server left no reason', { call: { reason: null } }, null],
  ['the summary job was faster', { call: { reason: 'server_stopped' } }, null],
  [
    'they asked not to be called again',
    { call: { reason: 'do_not_call' } },
    'the conversation was about to end',
  ],
  ['a machine answered', { call: { reason: 'voicemail' } }, 'the conversation was about to end'],
  ['lost again after a second', { sessions: twice }, 'lost again at once'],
  ['lost again after a second and a word', { sessions: twice, spoke: true }, null],
  ['lost again after two seconds', { sessions: twice, now: second(51) }, null],
  ['the first one lost after a second', { sessions: [session(1, second(49))] }, null],
  ['for the third time', { sessions: [session(3, second(10))] }, null],
  ['for the fourth time', { sessions: [session(4, second(10))] }, 'resumed too often'],
  ['just before the time is over', { restMs: 9_999 }, 'the time of the call is over'],
  ['no session', { sessions: [] }, 'no session has begun'],
])('CL28: %s', (_case, over, why) => {
  expect(whyNotResumed({ ...lost, ...over })).toBe(why);
});
