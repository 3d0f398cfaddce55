import { expect, test } from 'vitest';
import { clockText, entryAt, entryTimes, secondsIn, startOf } from './entry-times.ts';
import { waveHeight, wavePath } from './wave-path.ts';

const start = Date.parse('2026-10-13T10:00:00.000Z');
const entry = (ordinal: number, seconds: number, speaker = 'agent') => ({
  ...{ ordinal, speaker, message: 'Words.', interrupted: false },
  timestamp: new Date(start + seconds * 1000).toISOString(),
});

test('entries have their place in the sound, in its order', () => {
  // An entry whose words came late has its place from when speech began.
  const times = entryTimes(
    [entry(0, 2), entry(2, 9), entry(1, 5, 'user'), entry(3, 6, 'system')],
    start,
    60_000,
  );
  expect(times).toEqual([
    { ordinal: 0, ms: 2_000 },
    { ordinal: 1, ms: 5_000 },
    { ordinal: 2, ms: 9_000 },
  ]);
  expect([0, 1_950, 4_900, 5_000, 59_000].map((ms) => entryAt(times, ms))).toEqual([null, 0, 0, 1, 2]);
  expect(startOf(times, 1)).toBe(5_000);
  expect(startOf(times, 7)).toBeNull();
});

test('what was said before the sound begins is at its beginning, and what came after it nowhere', () => {
  const times = entryTimes([entry(0, -3), entry(1, 70)], start, 60_000);
  expect(times).toEqual([{ ordinal: 0, ms: 0 }]);
  expect(entryTimes([entry(0, 1)], Number.NaN, 60_000)).toEqual([]);
});

test('a moment in an address is a number of seconds and nothing else', () => {
  expect(['83', '83.5', '', '-1', '1e9', '9999999', null].map(secondsIn)).toEqual([
    ...[83, 83.5, null, null, null, null, null],
  ]);
});

test('times are written as on a clock', () => {
  expect([0, 5_900, 65_000, 3_723_000].map(clockText)).toEqual(['0:00', '0:05', '1:05', '1:02:03']);
});

test('a channel is drawn as far above the middle as below it', () => {
  expect(wavePath([])).toBe('');
  expect(wavePath([0, 100])).toBe(`M0 49L1 0L1 ${waveHeight}L0 51Z`);
});
