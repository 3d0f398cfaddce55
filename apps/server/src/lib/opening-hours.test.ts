import type { Holiday, OpeningHours, WeekHours } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { openingAt } from './opening-hours.ts';

const closed: WeekHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

const span = (text: string) => {
  const [from = '', to = ''] = text.split('-');
  return { from, to };
};
const week = (days: Partial<Record<keyof WeekHours, string>>, holidays: Holiday[] = []): OpeningHours => ({
  week: {
    ...closed,
    ...Object.fromEntries(Object.entries(days).map(([day, text]) => [day, text.split(' ').map(span)])),
  },
  holidays,
});
const holiday = (date: string, hours = '', yearly = false): Holiday => ({
  name: 'A holiday',
  date,
  yearly,
  hours: hours === '' ? [] : hours.split(' ').map(span),
});

/** In words: `open until INSTANT` or `closed until INSTANT`. */
function at(hours: OpeningHours, zone: string, instant: string): string {
  const state = openingAt(hours, zone, Date.parse(instant));
  const change = state.open ? state.closesAt : state.opensAt;
  const until = change === null ? 'further notice' : new Date(change).toISOString().replace(':00.000Z', 'Z');
  return `${state.open ? 'open' : 'closed'} until ${until}`;
}

const workdays = week({
  monday: '08:00-12:00 13:00-17:00',
  tuesday: '08:00-12:00 13:00-17:00',
  friday: '08:00-12:00',
});

describe('OR5: a week in a zone', () => {
  // 16 November 2026 is a Monday; New York is five hours behind UTC.
  test.each([
    ['2026-11-16T12:59:00Z', 'closed until 2026-11-16T13:00Z'],
    ['2026-11-16T13:00:00Z', 'open until 2026-11-16T17:00Z'],
    ['2026-11-16T16:59:59Z', 'open until 2026-11-16T17:00Z'],
    ['2026-11-16T17:00:00Z', 'closed until 2026-11-16T18:00Z'],
    ['2026-11-16T22:00:00Z', 'closed until 2026-11-17T13:00Z'],
    // Still Tuesday there, Wednesday in UTC.
    ['2026-11-18T02:00:00Z', 'closed until 2026-11-20T13:00Z'],
    ['2026-11-20T17:00:00Z', 'closed until 2026-11-23T13:00Z'],
  ])('at %s it is %s', (instant, state) => {
    expect(at(workdays, 'America/New_York', instant)).toBe(state);
  });

  test('the day is that of the organization, not that of UTC', () => {
    const monday = week({ monday: '00:00-00:00' });
    expect(at(monday, 'Pacific/Auckland', '2026-11-15T11:00:00Z')).toBe('open until 2026-11-16T11:00Z');
    expect(at(monday, 'Pacific/Honolulu', '2026-11-17T09:59:00Z')).toBe('open until 2026-11-17T10:00Z');
  });

  test('openings in any order are read as if they were sorted', () => {
    expect(at(week({ monday: '13:00-17:00 08:00-12:00' }), 'UTC', '2026-11-16T07:00:00Z')).toBe(
      'closed until 2026-11-16T08:00Z',
    );
  });
});

describe('OR6: closing after midnight', () => {
  const bar = week({ friday: '18:00-02:00', saturday: '18:00-00:00' });
  test.each([
    ['2026-11-20T23:30:00Z', 'open until 2026-11-21T02:00Z'],
    ['2026-11-21T01:59:00Z', 'open until 2026-11-21T02:00Z'],
    ['2026-11-21T02:00:00Z', 'closed until 2026-11-21T18:00Z'],
    ['2026-11-21T23:59:00Z', 'open until 2026-11-22T00:00Z'],
    ['2026-11-22T00:00:00Z', 'closed until 2026-11-27T18:00Z'],
  ])('at %s it is %s', (instant, state) => {
    expect(at(bar, 'UTC', instant)).toBe(state);
  });

  test('openings that touch are one', () => {
    const night = week({ friday: '20:00-00:00', saturday: '00:00-03:00 03:00-04:00' });
    expect(at(night, 'UTC', '2026-11-20T21:00:00Z')).toBe('open until 2026-11-21T04:00Z');
  });

  test('a night that began before a holiday goes on', () => {
    const hours = week({ friday: '18:00-02:00', saturday: '18:00-23:00' }, [holiday('2026-11-21')]);
    expect(at(hours, 'UTC', '2026-11-21T01:00:00Z')).toBe('open until 2026-11-21T02:00Z');
    expect(at(hours, 'UTC', '2026-11-21T19:00:00Z')).toBe('closed until 2026-11-27T18:00Z');
  });
});

describe('OR7: changes of the clocks', () => {
  const berlin = 'Europe/Berlin';
  const daily = (text: string) => week({ saturday: text, sunday: text });

  test('hours keep their local time on both sides of a change', () => {
    const sunday = week({ sunday: '09:00-17:00' });
    expect(at(sunday, berlin, '2026-03-28T12:00:00Z')).toBe('closed until 2026-03-29T07:00Z');
    expect(at(sunday, berlin, '2026-03-22T12:00:00Z')).toBe('open until 2026-03-22T16:00Z');
    expect(at(sunday, berlin, '2026-10-24T12:00:00Z')).toBe('closed until 2026-10-25T08:00Z');
  });

  // Spring 2026: at 01:00Z clocks go from 02:00 to 03:00.
  test.each([
    [
      'a time that is skipped opens at the change',
      '02:30-06:00',
      '2026-03-29T00:59:00Z',
      'closed until 2026-03-29T01:00Z',
    ],
    ['and is open from then on', '02:30-06:00', '2026-03-29T01:00:00Z', 'open until 2026-03-29T04:00Z'],
    [
      'a time that is skipped closes at the change',
      '00:30-02:30',
      '2026-03-29T00:59:00Z',
      'open until 2026-03-29T01:00Z',
    ],
    [
      'an opening that is skipped altogether does not exist',
      '02:00-03:00',
      '2026-03-29T01:00:00Z',
      'closed until 2026-04-04T00:00Z',
    ],
    ['a night is an hour shorter', '22:00-06:00', '2026-03-28T21:00:00Z', 'open until 2026-03-29T04:00Z'],
  ])('in spring %s', (_, hours, instant, state) => {
    expect(at(daily(hours), berlin, instant)).toBe(state);
  });

  // Autumn 2026: at 01:00Z clocks go from 03:00 back to 02:00.
  test.each([
    [
      'a time that comes twice opens the first time',
      '02:30-06:00',
      '2026-10-25T00:29:00Z',
      'closed until 2026-10-25T00:30Z',
    ],
    [
      'and stays open when it comes again',
      '02:30-06:00',
      '2026-10-25T01:15:00Z',
      'open until 2026-10-25T05:00Z',
    ],
    [
      'a time that comes twice closes the first time',
      '22:00-02:30',
      '2026-10-25T00:29:00Z',
      'open until 2026-10-25T00:30Z',
    ],
    [
      'and does not open again with the second',
      '22:00-02:30',
      '2026-10-25T01:10:00Z',
      'closed until 2026-10-25T21:00Z',
    ],
    ['a night is an hour longer', '22:00-06:00', '2026-10-24T20:00:00Z', 'open until 2026-10-25T05:00Z'],
  ])('in autumn %s', (_, hours, instant, state) => {
    expect(at(daily(hours), berlin, instant)).toBe(state);
  });

  test('a change at midnight and one of half an hour', () => {
    // In Beirut clocks go from 00:00 to 01:00 on 29 March 2026, so the day begins at one.
    expect(at(week({ sunday: '00:00-04:00' }), 'Asia/Beirut', '2026-03-28T21:00:00Z')).toBe(
      'closed until 2026-03-28T22:00Z',
    );
    expect(at(week({ sunday: '02:10-09:00' }), 'Australia/Lord_Howe', '2026-10-03T15:00:00Z')).toBe(
      'closed until 2026-10-03T15:30Z',
    );
  });

  test('a date that a zone left out is not open', () => {
    // Samoa had no 30 December 2011, a Friday.
    expect(at(week({ friday: '09:00-17:00' }), 'Pacific/Apia', '2011-12-30T09:30:00Z')).toBe(
      'closed until 2012-01-05T19:00Z',
    );
  });
});

describe('OR8: holidays', () => {
  const tuesday = '2026-11-17';
  test('a holiday replaces the hours of its date', () => {
    const hours = week({ monday: '08:00-17:00', tuesday: '08:00-17:00', wednesday: '08:00-17:00' }, [
      holiday(tuesday),
    ]);
    expect(at(hours, 'UTC', '2026-11-17T10:00:00Z')).toBe('closed until 2026-11-18T08:00Z');
    expect(at(hours, 'UTC', '2026-11-16T17:00:00Z')).toBe('closed until 2026-11-18T08:00Z');
  });

  test('a holiday may have hours of its own, also on a day that is closed otherwise', () => {
    const hours = week({}, [holiday(tuesday, '10:00-12:00 14:00-15:00')]);
    expect(at(hours, 'UTC', '2026-11-17T11:00:00Z')).toBe('open until 2026-11-17T12:00Z');
    expect(at(hours, 'UTC', '2026-11-17T12:00:00Z')).toBe('closed until 2026-11-17T14:00Z');
    expect(at(hours, 'UTC', '2026-11-17T15:00:00Z')).toBe('closed until further notice');
  });

  test('a yearly holiday comes every year, a single one once', () => {
    const hours = { week: null, holidays: [holiday('2020-12-25', '', true), holiday('2026-12-24')] };
    expect(at(hours, 'UTC', '2026-12-24T12:00:00Z')).toBe('closed until 2026-12-26T00:00Z');
    expect(at(hours, 'UTC', '2027-12-24T12:00:00Z')).toBe('open until 2027-12-25T00:00Z');
    expect(at(hours, 'UTC', '2027-12-25T12:00:00Z')).toBe('closed until 2027-12-26T00:00Z');
  });

  test('a single holiday comes before a yearly one', () => {
    const holidays = [holiday('2020-12-25', '', true), holiday('2026-12-25', '09:00-12:00')];
    expect(at({ week: null, holidays }, 'UTC', '2026-12-25T10:00:00Z')).toBe('open until 2026-12-25T12:00Z');
    expect(at({ week: null, holidays }, 'UTC', '2027-12-25T10:00:00Z')).toBe(
      'closed until 2027-12-26T00:00Z',
    );
  });

  test('29 February comes in leap years', () => {
    const hours = { week: null, holidays: [holiday('2024-02-29', '', true)] };
    expect(at(hours, 'UTC', '2027-02-27T12:00:00Z')).toBe('open until further notice');
    expect(at(hours, 'UTC', '2028-02-29T12:00:00Z')).toBe('closed until 2028-03-01T00:00Z');
  });
});

describe('OR9: what has no end', () => {
  test('without hours it is open around the clock', () => {
    expect(at({ week: null, holidays: [] }, 'Europe/Berlin', '2026-03-29T01:00:00Z')).toBe(
      'open until further notice',
    );
  });

  test('a closing within the next week is named', () => {
    const hours = { week: null, holidays: [holiday('2026-11-22')] };
    expect(at(hours, 'UTC', '2026-11-16T12:00:00Z')).toBe('open until 2026-11-22T00:00Z');
  });

  test('what never opens says so', () => {
    expect(at(week({}), 'UTC', '2026-11-16T12:00:00Z')).toBe('closed until further notice');
    expect(at(week({}, [holiday('2026-12-25')]), 'UTC', '2026-11-16T12:00:00Z')).toBe(
      'closed until further notice',
    );
  });

  test('one day of the year is found', () => {
    const hours = week({}, [holiday('2026-11-15', '10:00-12:00', true)]);
    expect(at(hours, 'UTC', '2026-11-16T12:00:00Z')).toBe('closed until 2027-11-15T10:00Z');
  });
});

test('OR10: around both changes of the clocks, at every quarter of an hour, the state is the one announced', () => {
  const hours = week(
    {
      monday: '08:00-12:00 12:00-13:00',
      friday: '20:00-02:30',
      saturday: '22:00-02:30',
      sunday: '02:45-09:00',
    },
    [holiday('2026-10-26', '09:00-12:00', true), holiday('2026-04-06')],
  );
  // From the Friday before each change.
  const changes = {
    'Europe/Berlin': ['2026-03-27', '2026-10-23'],
    'America/New_York': ['2026-03-06', '2026-10-30'],
    'Australia/Lord_Howe': ['2026-04-03', '2026-10-02'],
  };
  const faults = Object.entries(changes).flatMap(([zone, starts]) =>
    starts.flatMap((start) => surprises(hours, zone, Date.parse(start))),
  );
  expect(faults).toEqual([]);
});

/** The quarters of an hour of four days at which the state is not what the one before announced. */
function surprises(hours: OpeningHours, zone: string, first: number): string[] {
  const quarter = 15 * 60_000;
  const faults: string[] = [];
  let before = openingAt(hours, zone, first);
  for (let now = first + quarter; now < first + 4 * 24 * 60 * 60_000; now += quarter) {
    const change = before.open ? before.closesAt : before.opensAt;
    const state = openingAt(hours, zone, now);
    const announced = change !== null && now >= change ? !before.open : before.open;
    if (state.open !== announced) faults.push(`${zone} ${new Date(now).toISOString()}`);
    before = state;
  }
  return faults;
}
