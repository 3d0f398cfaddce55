import { type AttemptResult, startingPolicy } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breakerFigures, breakerVerdict, type RecentAttempt } from './breaker.ts';

const began = new Date('2026-11-17T09:00Z');
const policy = startingPolicy.breaker;

/** So many of each, a second apart, in this order. */
function attempts(...parts: [number, AttemptResult][]): RecentAttempt[] {
  return parts
    .flatMap(([count, result]) => Array.from({ length: count }, () => result))
    .map((result, second) => ({ at: new Date(began.getTime() + second * 1_000), result }));
}

/** As a sentence would have it. */
function verdict(found: RecentAttempt[], since = began): string | null {
  const answer = breakerVerdict(found, since, policy);
  return answer && `${answer.reason}: ${answer.count} of ${answer.of}, limit ${answer.limit} %`;
}

describe('CP29: the breaker', () => {
  test.each<[string, RecentAttempt[], string | null]>([
    ['nothing', [], null],
    ['nine that failed', attempts([9, 'failed']), null],
    ['ten that failed', attempts([10, 'failed']), 'breaker_failures: 10 of 10, limit 50 %'],
    ['half of them', attempts([5, 'failed'], [5, 'reached']), null],
    ['more than half', attempts([6, 'failed'], [5, 'reached']), 'breaker_failures: 6 of 11, limit 50 %'],
    [
      'refused by the carrier',
      attempts([6, 'not_counted'], [4, 'no_answer']),
      'breaker_failures: 6 of 10, limit 50 %',
    ],
    [
      'numbers that do not work',
      attempts([6, 'bad_number'], [4, 'no_answer']),
      'breaker_failures: 6 of 10, limit 50 %',
    ],
    ['nobody is there', attempts([10, 'no_answer'], [5, 'busy'], [5, 'voicemail']), null],
    [
      'hung up early',
      attempts([11, 'hung_up_early'], [9, 'reached']),
      'breaker_hang_ups: 11 of 20, limit 50 %',
    ],
    ['opted out', attempts([5, 'opted_out'], [15, 'reached']), 'breaker_opt_outs: 5 of 20, limit 20 %'],
    ['just as many as allowed', attempts([4, 'opted_out'], [16, 'reached']), null],
    [
      'what people want is said first',
      attempts([12, 'failed'], [8, 'opted_out']),
      'breaker_opt_outs: 8 of 20, limit 20 %',
    ],
    ['only the last twenty count', attempts([30, 'failed'], [10, 'reached'], [10, 'busy']), null],
  ])('%s', (_, found, answer) => {
    expect(verdict(found)).toBe(answer);
  });

  test('what was before somebody resumed it does not count', () => {
    const found = attempts([10, 'failed'], [9, 'failed']);
    expect(verdict(found, new Date(began.getTime() + 10_000))).toBeNull();
    expect(verdict(found, new Date(began.getTime() + 9_000))).toContain('10 of 10');
  });

  test('a policy that looks at fewer is asked from that many on', () => {
    const few = { ...policy, calls: 3 };
    expect(breakerVerdict(attempts([2, 'failed']), began, few)).toBeNull();
    expect(breakerVerdict(attempts([3, 'failed']), began, few)).toMatchObject({ count: 3, of: 3 });
  });

  test('its figures are shares in per cent; of few attempts there are none', () => {
    expect(breakerFigures(attempts([9, 'failed']), began, policy)).toBeNull();
    const found = attempts([3, 'failed'], [2, 'hung_up_early'], [1, 'opted_out'], [6, 'reached']);
    expect(breakerFigures(found, began, policy)).toEqual({
      calls: 12,
      failures: 25,
      hangUps: 16.7,
      optOuts: 8.3,
    });
  });
});

test('CP29: in whatever order attempts are read, the answer is the same, and its figures are over the limit', () => {
  const results: AttemptResult[] = ['reached', 'failed', 'hung_up_early', 'opted_out', 'no_answer'];
  const found = fc
    .array(fc.constantFrom(...results), { maxLength: 60 })
    .map((list) => attempts(...list.map((result): [number, AttemptResult] => [1, result])));
  fc.assert(
    fc.property(found, fc.infiniteStream(fc.nat()), (list, order) => {
      const shuffled = list.toSorted(() => (order.next().value % 2 === 0 ? 1 : -1));
      const answer = breakerVerdict(list, began, policy);
      expect(breakerVerdict(shuffled, began, policy)).toEqual(answer);
      if (answer) expect((answer.count * 100) / answer.of).toBeGreaterThan(answer.limit);
    }),
    { numRuns: 100 },
  );
});
