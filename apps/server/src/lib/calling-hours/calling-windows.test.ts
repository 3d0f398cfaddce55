import { startingPolicy, type WeekHours, weekdays } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { localTimeAt } from '../zoned-time.ts';
import { hoursFor, windowAt } from './calling-windows.ts';

const at = (text: string) => Date.parse(text);
const shown = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 16);
const everyDay = (from: string, to: string): WeekHours =>
  Object.fromEntries(weekdays.map((day) => [day, [{ from, to }]])) as WeekHours;
const working = startingPolicy.hours;

/** Open until, or closed until, in UTC. */
function state(week: WeekHours, zones: string[], instant: string): [boolean, string | null] {
  const found = windowAt(week, zones, at(instant));
  return found.open ? [true, shown(found.until)] : [false, shown(found.opensAt)];
}

describe('CP6: a window', () => {
  // Winter in Berlin: UTC+1.
  test.each([
    ['2026-11-17T07:59:59.999Z', false, '2026-11-17T08:00'],
    ['2026-11-17T08:00Z', true, '2026-11-17T19:00'],
    ['2026-11-17T18:59:59.999Z', true, '2026-11-17T19:00'],
    // The end is outside.
    ['2026-11-17T19:00Z', false, '2026-11-18T08:00'],
    // Saturday evening: Sunday is closed.
    ['2026-11-21T19:00Z', false, '2026-11-23T08:00'],
  ])('9 to 20 in Berlin at %s: open %s, changes %s', (instant, open, changes) => {
    expect(state(working, ['Europe/Berlin'], instant)).toEqual([open, changes]);
  });

  test('must be open in every zone, and closes with the first of them', () => {
    const both = ['America/New_York', 'America/Los_Angeles'];
    // 9:00 in New York is 6:00 in Los Angeles.
    expect(state(working, both, '2026-11-17T14:00Z')).toEqual([false, '2026-11-17T17:00']);
    expect(state(working, both, '2026-11-17T17:00Z')).toEqual([true, '2026-11-18T01:00']);
    expect(state(working, both, '2026-11-18T01:00Z')).toEqual([false, '2026-11-18T17:00']);
  });

  test('that no common hour has never opens; without a zone neither', () => {
    const hour = everyDay('09:00', '10:00');
    expect(state(hour, ['Europe/Berlin', 'America/Denver'], '2026-11-17T08:30Z')).toEqual([false, null]);
    expect(state(working, [], '2026-11-17T12:00Z')).toEqual([false, null]);
  });

  test('follows clocks that are put forward: what they skip begins when they are', () => {
    // New York, 8 March 2026: 2:00 becomes 3:00 at 07:00 UTC.
    const night = everyDay('02:30', '04:00');
    expect(state(night, ['America/New_York'], '2026-03-08T06:59Z')).toEqual([false, '2026-03-08T07:00']);
    expect(state(night, ['America/New_York'], '2026-03-08T07:00Z')).toEqual([true, '2026-03-08T08:00']);
    // The day after the change opens an hour earlier by the sun.
    expect(state(working, ['America/New_York'], '2026-03-07T14:00Z')).toEqual([true, '2026-03-08T01:00']);
    expect(state(working, ['America/New_York'], '2026-03-09T12:59Z')).toEqual([false, '2026-03-09T13:00']);
  });

  test('follows clocks that are put back: an hour that comes twice opens once', () => {
    // New York, 1 November 2026: 2:00 becomes 1:00 at 06:00 UTC.
    const night = everyDay('01:15', '01:45');
    expect(state(night, ['America/New_York'], '2026-11-01T05:15Z')).toEqual([true, '2026-11-01T05:45']);
    expect(state(night, ['America/New_York'], '2026-11-01T06:15Z')).toEqual([false, '2026-11-02T06:15']);
  });

  test('that meets midnight is one window', () => {
    const evening: WeekHours = {
      ...everyDay('09:00', '10:00'),
      friday: [{ from: '18:00', to: '24:00' }],
      saturday: [{ from: '00:00', to: '02:00' }],
    };
    // Friday 23:30 in London until Saturday 2:00.
    expect(state(evening, ['Europe/London'], '2026-11-20T23:30Z')).toEqual([true, '2026-11-21T02:00']);
    const beyond: WeekHours = { ...everyDay('09:00', '10:00'), friday: [{ from: '18:00', to: '02:00' }] };
    expect(state(beyond, ['Europe/London'], '2026-11-21T01:59Z')).toEqual([true, '2026-11-21T02:00']);
    expect(state(beyond, ['Europe/London'], '2026-11-21T02:00Z')).toEqual([false, '2026-11-21T09:00']);
  });
});

test('CP6: whatever the zones and the time, what is open shows 9 to 20 on each clock, and what is closed opens so', () => {
  const zones = [
    ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Pacific/Honolulu'],
    ...['America/St_Johns', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ];
  const isWithin = (zone: string, instant: number) => {
    const local = new Date(localTimeAt(zone, instant));
    return local.getUTCDay() !== 0 && local.getUTCHours() >= 9 && local.getUTCHours() < 20;
  };
  let opened = 0;
  // Steps that meet every hour and minute of the year, both changes of clocks among them.
  for (let n = 0; n < 400; n += 1) {
    const instant = at('2026-01-01T00:00Z') + n * 79_234_567;
    const chosen = [zones[n % zones.length] ?? '', zones[(n * 7 + 1) % zones.length] ?? ''];
    const found = windowAt(working, chosen, instant);
    expect([n, found.open]).toEqual([n, chosen.every((zone) => isWithin(zone, instant))]);
    if (found.open) {
      const until = found.until ?? Number.NaN;
      expect(chosen.every((zone) => isWithin(zone, until - 1))).toBe(true);
      expect(chosen.every((zone) => isWithin(zone, until))).toBe(false);
    } else if (found.opensAt !== null) {
      opened += 1;
      const { opensAt } = found;
      expect(chosen.every((zone) => isWithin(zone, opensAt))).toBe(true);
      expect(chosen.every((zone) => isWithin(zone, opensAt - 1))).toBe(false);
    }
  }
  expect(opened).toBeGreaterThan(100);
});

describe('CP7: for sales', () => {
  const wide = everyDay('06:00', '23:00');
  const hours = (number: string, day: 'monday' | 'saturday' | 'sunday', week = wide) =>
    hoursFor(week, 'sales', number)[day].map(({ from, to }) => `${from}-${to}`);

  test.each([
    ['+12125550123', 'federal', '08:00-21:00', '08:00-21:00', '08:00-21:00'],
    ['+12055550123', 'AL', '08:00-20:00', '08:00-20:00', undefined],
    ['+13055550123', 'FL', '08:00-20:00', '08:00-20:00', '08:00-20:00'],
    ['+12035550123', 'CT', '09:00-20:00', '09:00-20:00', '09:00-20:00'],
    ['+13135550123', 'MI', '09:00-21:00', '09:00-21:00', '09:00-21:00'],
    ['+15025550123', 'KY', '10:00-21:00', '10:00-21:00', '10:00-21:00'],
    ['+14015550123', 'RI', '09:00-18:00', undefined, undefined],
  ])('%s (%s)', (number, _, monday, saturday, sunday) => {
    expect([hours(number, 'monday')[0], hours(number, 'saturday')[0], hours(number, 'sunday')[0]]).toEqual([
      monday,
      saturday,
      sunday,
    ]);
  });

  test('the hours of the campaign are only narrowed, also those that go beyond midnight', () => {
    expect(hours('+12125550123', 'monday', everyDay('10:00', '12:00'))).toEqual(['10:00-12:00']);
    expect(hours('+12125550123', 'monday', everyDay('20:00', '09:00'))).toEqual([
      '08:00-09:00',
      '20:00-21:00',
    ]);
    expect(hours('+12125550123', 'monday', everyDay('22:00', '07:00'))).toEqual([]);
  });

  test.each([
    ['+12055550123', 'AL', '2026-11-26T18:00Z', '2026-11-27T14:00'],
    ['+15045550123', 'LA', '2026-07-03T18:00Z', '2026-07-06T13:00'],
  ])(
    '%s (%s) is not called on a holiday, nor on the day on which it is kept',
    (number, _, instant, opens) => {
      const zones = ['America/Chicago'];
      expect(state(hoursFor(wide, 'sales', number), zones, instant)).toEqual([false, opens]);
      expect(state(hoursFor(wide, 'reminder', number), zones, instant)[0]).toBe(true);
      expect(state(hoursFor(wide, 'sales', '+16015550123'), zones, instant)[0]).toBe(true);
    },
  );

  test('other purposes keep the hours of the campaign', () => {
    expect(hoursFor(wide, 'reminder', '+14015550123')).toBe(wide);
  });
});
