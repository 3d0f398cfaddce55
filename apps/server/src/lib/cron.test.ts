import { describe, expect, test } from 'vitest';
import { nextRun } from './cron.ts';

/** The next runs, one after the other. */
function runs(cron: string, zone: string, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  for (let at: Date | null = new Date(after); at !== null && found.length < count; ) {
    at = nextRun(cron, zone, at);
    found.push(at?.toISOString().replace('.000Z', 'Z') ?? null);
  }
  return found;
}

describe('a cron expression names', () => {
  test.each([
    ['*/15 * * * *', '2026-05-01T10:07:00Z', ['2026-05-01T10:15:00Z', '2026-05-01T10:30:00Z']],
    ['0 9 * * mon-fri', '2026-05-01T12:00:00Z', ['2026-05-04T09:00:00Z', '2026-05-05T09:00:00Z']],
    ['30 8,17 1 * *', '2026-05-01T08:30:00Z', ['2026-05-01T17:30:00Z', '2026-06-01T08:30:00Z']],
    // Day of the month and weekday: either is enough.
    ['0 0 13 * fri', '2026-02-06T00:00:00Z', ['2026-02-13T00:00:00Z', '2026-02-20T00:00:00Z']],
    ['0 0 * * 7', '2026-05-01T00:00:00Z', ['2026-05-03T00:00:00Z', '2026-05-10T00:00:00Z']],
    ['5/20 3 * jan,JUL *', '2026-01-31T03:30:00Z', ['2026-01-31T03:45:00Z', '2026-07-01T03:05:00Z']],
    ['0 0 29 2 *', '2096-03-01T00:00:00Z', ['2104-02-29T00:00:00Z']],
    ['59 23 31 12 *', '2026-12-31T23:59:00Z', ['2027-12-31T23:59:00Z']],
    ['* * * * *', '2026-12-31T23:59:59.999Z', ['2027-01-01T00:00:00Z', '2027-01-01T00:01:00Z']],
    ['0 */6 1 1 *', '2026-01-01T18:00:00Z', ['2027-01-01T00:00:00Z', '2027-01-01T06:00:00Z']],
    ['0 0 31 2 *', '2026-01-01T00:00:00Z', [null]],
    ['0 * 30 feb *', '2026-01-01T00:00:00Z', [null]],
  ])('%s after %s', (cron, after, expected) => {
    expect(runs(cron, 'UTC', after, expected.length)).toEqual(expected);
  });

  test('a local time, east and west of Greenwich and at odd offsets', () => {
    expect(runs('0 9 * * *', 'Asia/Kathmandu', '2026-05-01T03:15:00Z', 1)).toEqual(['2026-05-02T03:15:00Z']);
    expect(runs('0 9 * * *', 'America/Denver', '2026-05-01T14:00:00Z', 2)).toEqual([
      '2026-05-01T15:00:00Z',
      '2026-05-02T15:00:00Z',
    ]);
    expect(runs('0 0 1 * *', 'Pacific/Kiritimati', '2026-04-29T00:00:00Z', 1)).toEqual([
      '2026-04-30T10:00:00Z',
    ]);
  });
});

describe('when clocks are put forward', () => {
  test('SJ7 a time of day that does not exist comes when they change, once', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00.
    expect(runs('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-30T00:30:00Z',
    ]);
    expect(runs('0,15,30 2,3 * * *', 'Europe/Berlin', '2026-03-28T23:00:00Z', 3)).toEqual([
      '2026-03-29T01:00:00Z',
      '2026-03-29T01:15:00Z',
      '2026-03-29T01:30:00Z',
    ]);
  });

  test('SJ7 so does midnight where the day begins at one', () => {
    // Cairo, 24 April 2026: 00:00 becomes 01:00.
    expect(runs('0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', 2)).toEqual([
      '2026-04-23T22:00:00Z',
      '2026-04-24T21:00:00Z',
    ]);
  });

  test('SJ7 and a day that does not exist', () => {
    // Apia went from 29 to 31 December 2011.
    expect(runs('0 9 30 12 *', 'Pacific/Apia', '2011-12-29T00:00:00Z', 1)).toEqual(['2011-12-30T10:00:00Z']);
  });

  test('SJ8 a rule for any hour goes on at the same pace', () => {
    expect(runs('30 * * * *', 'Europe/Berlin', '2026-03-29T00:00:00Z', 3)).toEqual([
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00Z',
      '2026-03-29T02:30:00Z',
    ]);
  });
});

describe('when clocks are put back', () => {
  test('SJ7 a time of day that comes twice counts the first time only', () => {
    // New York, 1 November 2026: 02:00 becomes 01:00.
    expect(runs('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30:00Z',
      '2026-11-02T06:30:00Z',
    ]);
    // From between the two.
    expect(runs('30 1 * * *', 'America/New_York', '2026-11-01T05:45:00Z', 1)).toEqual([
      '2026-11-02T06:30:00Z',
    ]);
    expect(runs('0 2 * * *', 'America/New_York', '2026-11-01T05:45:00Z', 1)).toEqual([
      '2026-11-01T07:00:00Z',
    ]);
  });

  test('SJ7 also where the hour before midnight comes twice', () => {
    // Cairo, 30 October 2026 at 00:00 becomes 29 October at 23:00.
    expect(runs('30 23 * * *', 'Africa/Cairo', '2026-10-29T12:00:00Z', 2)).toEqual([
      '2026-10-29T20:30:00Z',
      '2026-10-30T21:30:00Z',
    ]);
    expect(runs('15 0 * * *', 'Africa/Cairo', '2026-10-29T21:30:00Z', 1)).toEqual(['2026-10-29T22:15:00Z']);
  });

  test('SJ8 a rule for any hour comes in both hours, by half hours too', () => {
    expect(runs('0 * * * *', 'America/New_York', '2026-11-01T04:30:00Z', 3)).toEqual([
      '2026-11-01T05:00:00Z',
      '2026-11-01T06:00:00Z',
      '2026-11-01T07:00:00Z',
    ]);
    // Lord Howe, 5 April 2026: clocks go back half an hour at 02:00.
    expect(runs('45 */1 * * *', 'Australia/Lord_Howe', '2026-04-04T14:40:00Z', 2)).toEqual([
      '2026-04-04T14:45:00Z',
      '2026-04-04T15:15:00Z',
    ]);
  });
});

test('across a year of changes every day has one run, later than the one before', () => {
  for (const zone of [
    'Europe/London',
    'America/Santiago',
    'Africa/Casablanca',
    'Asia/Beirut',
    'Antarctica/Troll',
  ]) {
    for (const cron of ['30 0 * * *', '15 2 * * *', '45 23 * * *']) {
      let at = new Date('2026-01-01T12:00:00Z');
      for (let day = 0; day < 366; day += 1) {
        const next = nextRun(cron, zone, at);
        const hours = ((next?.getTime() ?? 0) - at.getTime()) / 3_600_000;
        if (day > 0 && (hours < 21 || hours > 27)) throw new Error(`${zone} ${cron}: ${hours} h after ${at}`);
        at = next ?? at;
      }
    }
  }
});

describe('what is no cron expression is refused in words', () => {
  test.each([
    ['* * * *', 'five fields'],
    ['60 * * * *', '"60" is not valid for the minute of a cron expression (0 to 59).'],
    ['* 24 * * *', '"24" is not valid for the hour'],
    ['* * 0 * *', '"0" is not valid for the day of month'],
    ['* * * 13 *', '"13" is not valid for the month'],
    ['* * * * 8', '"8" is not valid for the day of week'],
    ['5-1 * * * *', '"5-1" is not valid for the minute'],
    ['*/0 * * * *', '"*/0" is not valid for the minute'],
    ['1-2-3 * * * *', '"1-2-3" is not valid for the minute'],
    ['a * * * *', '"a" is not valid for the minute'],
    [', * * * *', '"" is not valid for the minute'],
    ['@daily', 'five fields'],
  ])('%s', (cron, words) => {
    expect(() => nextRun(cron, 'UTC', new Date())).toThrow(words);
  });

  test('nor is an unknown time zone taken for UTC', () => {
    expect(() => nextRun('* * * * *', 'Europe/Atlantis', new Date())).toThrow('not the name of a time zone');
  });
});
