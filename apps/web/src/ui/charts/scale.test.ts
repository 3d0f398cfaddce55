import { expect, test } from 'vitest';
import { labelInterval, ticksTo } from './scale.ts';

test.each([
  [7, [0, 2.5, 5, 7.5]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 10, 20, 30, 40, 50]],
  [101, [0, 25, 50, 75, 100, 125]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [0, [0, 1]],
  [Number.NaN, [0, 1]],
])('the axis to %d has round values and ends at or above it', (largest, ticks) => {
  expect(ticksTo(largest)).toEqual(ticks);
});

test('what is counted has whole values on its axis, and few of them', () => {
  expect(ticksTo(1, { whole: true })).toEqual([0, 1]);
  expect(ticksTo(3, { whole: true })).toEqual([0, 1, 2, 3]);
  for (let largest = 1; largest < 2_000; largest += 1) {
    const ticks = ticksTo(largest, { whole: true });
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
    expect(largest / (ticks.at(-1) ?? 0)).toBeGreaterThan(0.6);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test('labels on the axis are left out evenly', () => {
  expect([labelInterval(7, 8), labelInterval(30, 8), labelInterval(90, 4)]).toEqual([1, 4, 23]);
});
