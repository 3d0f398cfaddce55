import { expect, test } from 'vitest';
import { firstInstantOf, instantsOf, isTimeZone, localTimeAt } from './zoned-time.ts';

const at = (text: string) => Date.parse(text);

test('a local time is that of the clocks there', () => {
  expect(localTimeAt('Asia/Kolkata', at('2026-05-01T20:15:30.250Z'))).toBe(at('2026-05-02T01:45:30.250Z'));
  expect(localTimeAt('UTC', at('1969-12-31T23:59:59.999Z'))).toBe(at('1969-12-31T23:59:59.999Z'));
  expect([isTimeZone('America/Denver'), isTimeZone('Mars/Olympus')]).toEqual([true, false]);
});

test('a local time comes once, twice or never', () => {
  const instants = (local: string) =>
    instantsOf('Europe/Berlin', at(local)).map((instant) => new Date(instant).toISOString());
  expect(instants('2026-05-01T02:30:00Z')).toEqual(['2026-05-01T00:30:00.000Z']);
  expect(instants('2026-10-25T02:30:00Z')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
  expect(instants('2026-03-29T02:30:00Z')).toEqual([]);
});

test('a skipped local time is followed by the moment at which clocks change', () => {
  expect(firstInstantOf('Europe/Berlin', at('2026-03-29T02:30:00Z'))).toBe(at('2026-03-29T01:00:00Z'));
  expect(firstInstantOf('Australia/Lord_Howe', at('2026-10-04T02:10:00Z'))).toBe(at('2026-10-03T15:30:00Z'));
});
