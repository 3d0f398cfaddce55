import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createTypicalLength } from './typical-length.ts';

function typicalLength(average: number | null) {
  const clock = new ManualClock('2026-11-17T11:00:00Z');
  const asked: [string, string][] = [];
  const secondsPerCall = async (tenantId: string, since: Date) => {
    asked.push([tenantId, since.toISOString().slice(0, 10)]);
    return average;
  };
  return { asked, clock, of: createTypicalLength({ secondsPerCall }, clock) };
}

test.each([
  [null, 60],
  [95.4, 95],
  [3_600, 600],
])('CP24: an average of %s seconds is taken as %s', async (average, seconds) => {
  expect(await typicalLength(average).of('gs-dental')).toBe(seconds * 1_000);
});

test('CP24: the average is read once in ten minutes for each organization', async () => {
  const { asked, clock, of } = typicalLength(60);
  for (const tenantId of ['gs-dental', 'other', 'gs-dental', 'gs-dental']) await of(tenantId);
  expect(asked).toEqual([
    ['gs-dental', '2026-10-18'],
    ['other', '2026-10-18'],
  ]);
  clock.advance(10 * 60_000);
  await of('gs-dental');
  expect(asked).toHaveLength(3);
});
