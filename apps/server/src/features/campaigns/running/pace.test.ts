import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newBucket, putBack, ready, take } from './pace.ts';

const start = Date.parse('2026-11-17T09:00Z');
const at = (ms: number) => new Date(start + ms);

test('CP28: a token comes as often as the policy says', () => {
  let bucket = newBucket(at(0));
  const waits: number[] = [];
  for (const ms of [0, 0, 2_999, 3_000, 3_000, 9_000, 9_000]) {
    const taken = take(bucket, at(ms), 20);
    bucket = taken.bucket;
    waits.push(taken.wait);
  }
  // One each three seconds; what was not used is not made up for.
  expect(waits).toEqual([0, 3_000, 1, 0, 3_000, 0, 3_000]);
});

test('CP28: with sixty a minute one may be dialled each second, never two', () => {
  let bucket = newBucket(at(0));
  let taken = 0;
  for (let ms = 0; ms < 60_000; ms += 100) {
    expect(ready(bucket, at(ms), 60)).toBe(ms % 1_000 === 0 ? 1 : 0);
    const { bucket: next, wait } = take(bucket, at(ms), 60);
    bucket = next;
    if (wait === 0) taken += 1;
  }
  expect(taken).toBe(60);
});

test('CP28: a clock that is set back brings no token, and the wait ends when it has caught up', () => {
  const { bucket } = take(newBucket(at(10_000)), at(10_000), 60);
  expect(take(bucket, at(0), 60).wait).toBe(11_000);
  expect(take(bucket, at(11_000), 60).wait).toBe(0);
});

test('CP28: the token of a dial that did not happen is given back', () => {
  const { bucket } = take(newBucket(at(0)), at(0), 20);
  expect(take(putBack(bucket, 20), at(0), 20).wait).toBe(0);
});

test('CP28: whenever it is asked, no more are dialled than the rate and one second allow, and waiting suffices', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_200 }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 }),
      (perMinute, gaps) => {
        let bucket = newBucket(at(0));
        let ms = 0;
        const times: number[] = [];
        for (const gap of gaps) {
          ms += gap;
          const { bucket: next, wait } = take(bucket, at(ms), perMinute);
          expect(take(next, at(ms + wait), perMinute).wait === 0 || wait === 0).toBe(true);
          bucket = next;
          if (wait === 0) times.push(ms);
        }
        for (const [first, from] of times.entries()) {
          const within = times.slice(first).filter((time) => time - from <= 10_000).length;
          expect(within).toBeLessThanOrEqual(
            Math.max(1, perMinute / 60) + (10_000 * perMinute) / 60_000 + 1e-6,
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});
