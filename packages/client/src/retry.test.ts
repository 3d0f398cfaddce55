import { describe, expect, test } from 'vitest';
import { readRateLimit, readRetryAfter } from './rate-limit.ts';
import { isRetryable, waitBeforeRetry } from './retry.ts';

const failure = (status: number | null, code: string, retryAfter: number | null = null) => ({
  ...{ status, code, retryAfter },
});

describe('what may succeed a moment later', () => {
  test.each([
    [null, 'no_answer', null, true],
    [null, 'timed_out', null, true],
    [null, 'redirected', null, false],
    [502, 'unreadable_answer', null, true],
    [504, 'unreadable_answer', null, true],
    [200, 'unreadable_answer', null, true],
    [404, 'unreadable_answer', null, false],
    [413, 'unreadable_answer', null, false],
    [500, 'internal', null, true],
    [503, 'shutting_down', null, true],
    [503, 'model_failing', null, false],
    [503, 'a_later_code', 3, true],
    [429, 'too_many_requests', 12, true],
    [429, 'too_many_requests', null, true],
    [429, 'unreadable_answer', null, true],
    [429, 'daily_limit_reached', null, false],
    [429, 'lines_busy', null, false],
    [429, 'a_later_code', null, false],
    [502, 'carrier_refused', null, false],
    [422, 'idempotency_key_reused', null, false],
    [404, 'call_not_found', null, false],
    [409, 'number_in_call', 30, false],
  ])('status %s, code %s, Retry-After %s: %s', (status, code, retryAfter, expected) => {
    expect(isRetryable(failure(status, code, retryAfter))).toBe(expected);
  });
});

test('the wait grows, is spread, and is never shorter than what the server asks for', () => {
  const waits = { maxWaitMs: 60_000, random: 0 };
  const noAnswer = failure(null, 'no_answer');
  expect([1, 2, 3, 9].map((attempts) => waitBeforeRetry(noAnswer, attempts, waits))).toEqual([
    ...[250, 500, 1_000, 4_000],
  ]);
  expect(waitBeforeRetry(noAnswer, 1, { ...waits, random: 1 })).toBe(500);
  expect(waitBeforeRetry(failure(429, 'too_many_requests', 12), 1, waits)).toBe(12_000);
  expect(waitBeforeRetry(failure(429, 'too_many_requests', 61), 1, waits)).toBeNull();
  expect(waitBeforeRetry(failure(404, 'call_not_found'), 1, waits)).toBeNull();
});

test.each([
  [429, 'too_many_calls', { 'retry-after': '7' }, 7],
  [503, 'server_busy', { 'retry-after': '7' }, 7],
  [429, 'too_many_requests', { 'retry-after': 'Wed, 18 Nov 2026 08:00:09 GMT' }, 9],
  [429, 'too_many_requests', { 'retry-after': 'Wed, 18 Nov 2026 07:00:00 GMT' }, 0],
  [429, 'too_many_requests', { 'retry-after': 'soon' }, null],
  [429, 'too_many_requests', { ratelimit: '"minute";r=0;t=21' }, 21],
  [429, 'unreadable_answer', { ratelimit: '"minute";r=0;t=21' }, 21],
  // The last request of the minute was refused for another reason, which does not pass with the minute.
  [429, 'daily_limit_reached', { ratelimit: '"minute";r=0;t=21' }, null],
  [429, 'a_later_code', { ratelimit: '"minute";r=0;t=21' }, null],
  [404, 'call_not_found', { ratelimit: '"minute";r=0;t=21' }, null],
  [503, 'model_failing', { ratelimit: '"minute";r=0;t=21' }, null],
  [429, 'too_many_requests', { ratelimit: '"minute";r=3;t=21' }, null],
  [429, 'too_many_requests', { 'retry-after': '2', ratelimit: '"minute";r=0;t=21' }, 2],
  [429, 'too_many_requests', {}, null],
])('status %s, code %s and the headers %o ask for a wait of %s seconds', (status, code, headers, seconds) => {
  const now = Date.parse('2026-11-18T08:00:00.000Z');
  const given = new Headers(headers as Record<string, string>);
  expect(readRetryAfter({ status, code }, given, now)).toBe(seconds);
});

test('the limit of the key is read, and what is written otherwise is none', () => {
  const read = (text: string) => readRateLimit(new Headers({ ratelimit: text }));
  expect(read('"minute";r=599;t=42')).toEqual({ remaining: 599, resetSeconds: 42 });
  expect(read('limit=600, remaining=599')).toBeNull();
  expect(readRateLimit(new Headers())).toBeNull();
});
