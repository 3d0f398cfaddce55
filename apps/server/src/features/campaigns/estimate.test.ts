import { startingPolicy } from '@parley/contract';
import { expect, test } from 'vitest';
import type { PeopleAtPlace } from '../../ports/campaigns.ts';
import { durationOf } from './estimate.ts';

const place = (zone: string, count: number, area = ''): PeopleAtPlace => ({ zones: [zone], area, count });

/** Times in UTC; the policy is 20 calls a minute, so many at once that they do not matter. */
function duration(
  places: PeopleAtPlace[],
  now: string,
  change = {},
  purpose: 'reminder' | 'sales' = 'reminder',
) {
  const policy = { ...startingPolicy, atOnce: 50, ...change };
  const { startsAt, endsAt } = durationOf(places, policy, purpose, 60, Date.parse(now));
  return [startsAt, endsAt].map((at) => at && new Date(at).toISOString().slice(0, 16));
}

test('CP8: with nobody to call it is over at once', () => {
  expect(duration([], '2026-11-17T12:00Z')).toEqual([null, '2026-11-17T12:00']);
});

test('CP8: it waits for the window, and takes as long as the speed allows', () => {
  // 9:00 in Berlin is 8:00 UTC in winter.
  expect(duration([place('Europe/Berlin', 100)], '2026-11-17T03:00Z')).toEqual([
    '2026-11-17T08:00',
    '2026-11-17T08:05',
  ]);
  // One line with calls of a minute.
  expect(duration([place('Europe/Berlin', 100)], '2026-11-17T08:00Z', { atOnce: 1 })).toEqual([
    '2026-11-17T08:00',
    '2026-11-17T09:40',
  ]);
});

test('CP8: what does not fit into a day goes on with the next one, not on a Sunday', () => {
  // 11 hours of 1,200 calls on Saturday, the rest on Monday.
  expect(duration([place('Europe/Berlin', 11 * 1_200 + 600)], '2026-11-21T06:00Z')).toEqual([
    '2026-11-21T08:00',
    '2026-11-23T08:30',
  ]);
});

test('CP8: while one place is closed the other is called', () => {
  const places = [place('Europe/Berlin', 1_200), place('America/New_York', 1_200)];
  // Berlin from 8:00 UTC; New York from 14:00 UTC.
  expect(duration(places, '2026-11-17T03:00Z')).toEqual(['2026-11-17T08:00', '2026-11-17T15:00']);
});

test('CP8: sales keep the hours of the state', () => {
  const places = [place('America/New_York', 1, '+1401')];
  // Saturday noon in Rhode Island.
  expect(duration(places, '2026-11-21T17:00Z')).toEqual(['2026-11-21T17:00', '2026-11-21T17:00']);
  expect(duration(places, '2026-11-21T17:00Z', {}, 'sales')).toEqual([
    '2026-11-23T14:00',
    '2026-11-23T14:00',
  ]);
});

test('CP8: hours that never come have no end', () => {
  const closed = Object.fromEntries(Object.keys(startingPolicy.hours).map((day) => [day, []]));
  expect(duration([place('Europe/Berlin', 1)], '2026-11-17T12:00Z', { hours: closed })).toEqual([null, null]);
});
