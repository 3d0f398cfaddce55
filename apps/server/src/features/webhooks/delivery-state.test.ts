import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { attemptWaitsMs, type DeliveryEvent, type DeliveryState, stepDelivery } from './delivery-state.ts';

const at = Date.parse('2026-10-14T09:00:00Z');
const noJitter = () => 0;
const waiting = (tries = 0): DeliveryState => ({ kind: 'waiting', tries, nextAt: at });
const answered = (status: number, after: number | null = null): DeliveryEvent => ({
  ...{ kind: 'answered', status, retryAfterMs: after },
});
const unanswered = (problem: 'timeout' | 'unreachable' | 'not_allowed' | 'no_secret'): DeliveryEvent => ({
  ...{ kind: 'unanswered', problem },
});
const later = (seconds: number, tries = 1) => ({ kind: 'waiting', tries, nextAt: at + seconds * 1000 });

describe('WH5: what follows from each event', () => {
  const delivered = { kind: 'delivered' };
  const failed = { kind: 'failed' };
  test.each<[string, DeliveryState, DeliveryEvent, object, string | null, string | null]>([
    ['accepted', waiting(), answered(200), delivered, null, 'accepts'],
    ['accepted without content', waiting(), answered(204), delivered, null, 'accepts'],
    ['accepted at the last attempt', waiting(9), answered(299), delivered, null, 'accepts'],
    ['a redirect', waiting(), answered(302), later(5), 'redirect', 'fails'],
    ['not changed', waiting(), answered(304), later(5), 'redirect', 'fails'],
    ['bad request', waiting(), answered(400), later(5), 'status', 'fails'],
    [
      'a wait that only those who are busy may ask for',
      waiting(),
      answered(400, 60_000),
      later(5),
      'status',
      'fails',
    ],
    ['gone', waiting(), answered(410), failed, 'gone', 'gone'],
    ['too many', waiting(), answered(429), later(5), 'status', 'fails'],
    ['too many, later', waiting(), answered(429, 60_000), later(60), 'status', 'fails'],
    ['too many, sooner than planned', waiting(1), answered(429, 1_000), later(300, 2), 'status', 'fails'],
    ['down, until tomorrow', waiting(), answered(503, 1e9), later(86_400), 'status', 'fails'],
    ['broken', waiting(3), answered(500), later(7_200, 4), 'status', 'fails'],
    ['no answer', waiting(2), unanswered('timeout'), later(1_800, 3), 'timeout', 'fails'],
    ['unreachable', waiting(), unanswered('unreachable'), later(5), 'unreachable', 'fails'],
    [
      'an address that is not allowed',
      waiting(),
      unanswered('not_allowed'),
      later(5),
      'not_allowed',
      'fails',
    ],
    ['no secret', waiting(), unanswered('no_secret'), later(5), 'no_secret', 'fails'],
    ['the tenth attempt', waiting(9), answered(500), failed, 'status', 'exhausted'],
    ['the tenth attempt with a wait', waiting(9), answered(503, 5_000), failed, 'status', 'exhausted'],
    ['gone at the tenth attempt', waiting(9), answered(410), failed, 'gone', 'gone'],
    [
      'repeated after it was given up',
      failed as DeliveryState,
      { kind: 'repeated' },
      later(0, 0),
      null,
      null,
    ],
    [
      'repeated after it was accepted',
      delivered as DeliveryState,
      { kind: 'repeated' },
      later(0, 0),
      null,
      null,
    ],
    ['repeated while it waits', waiting(4), { kind: 'repeated' }, later(0, 0), null, null],
    ['a late refusal', delivered as DeliveryState, answered(500), delivered, null, null],
    ['a late acceptance', failed as DeliveryState, answered(200), failed, null, null],
  ])('%s', (_, state, event, next, problem, endpoint) => {
    expect(stepDelivery(state, event, at, noJitter)).toEqual({ state: next, problem, endpoint });
  });
});

test('WH5: ten attempts in about 75 hours, each at most a tenth later than planned', () => {
  for (const random of [0, 0.5, 1]) {
    let state = waiting();
    let now = at;
    let attempts = 0;
    while (state.kind === 'waiting') {
      now = state.nextAt;
      attempts += 1;
      state = stepDelivery(state, answered(500), now, () => random).state;
    }
    expect(attempts).toBe(10);
    const planned = attemptWaitsMs.reduce((sum, wait) => sum + wait, 0);
    expect(now - at).toBeCloseTo(planned * (1 + random / 10), -2);
  }
  expect(attemptWaitsMs.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(75.6, 1);
});

test.each([
  [null, null],
  ['120', 120_000],
  [' 0 ', 0],
  ['Wed, 14 Oct 2026 09:02:00 GMT', 120_000],
  ['Wed, 14 Oct 2026 08:00:00 GMT', 0],
  ['-5', null],
  ['soon', null],
  ['99999999999999', null],
])('WH5: Retry-After %o is %o', (header, ms) => {
  expect(retryAfterMs(header, at)).toBe(ms);
});
