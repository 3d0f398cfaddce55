import { startingPolicy } from '@parley/contract';
import { expect, test } from 'vitest';
import { hoursFor } from '../../../lib/calling-hours/calling-windows.ts';
import { hourMs, openFrom, otherPartOfDay, pretendedMs, windowOf } from './open-times.ts';

const zones = ['America/New_York'];
const hours = hoursFor(startingPolicy.hours, 'reminder', '+12025550123');
/** A Tuesday, noon in New York. */
const noon = Date.parse('2026-10-13T16:00:00Z');

test.each([
  ['12:00', 0],
  ['20:30', 8.5],
  ['00:00', -12],
])('CP35: at noon %s is %s hours ahead', (time, ahead) => {
  expect(pretendedMs(time, 'America/New_York', new Date(noon))).toBe(ahead * hourMs);
});

test('CP35: hours are those of the pretended clock, and what they give is real time', () => {
  const evening = { zones, hours, shiftMs: 8.5 * hourMs };
  expect(windowOf({ zones, hours }, noon)).toEqual({ open: true, until: noon + 8 * hourMs });
  expect(windowOf(evening, noon)).toEqual({ open: false, opensAt: noon + 12.5 * hourMs });
  expect(openFrom(evening, noon)).toBe(noon + 12.5 * hourMs);
  // Half past eight in the evening, then nine in the morning, which is another part of the day.
  expect(otherPartOfDay(evening, noon, noon + hourMs)).toBe(noon + 12.5 * hourMs);
  const midnight = { zones, hours, shiftMs: -12 * hourMs };
  expect(windowOf(midnight, noon)).toEqual({ open: false, opensAt: noon + 9 * hourMs });
});
