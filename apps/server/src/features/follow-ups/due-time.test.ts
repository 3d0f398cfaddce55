import type { OpeningHours } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { dueTime } from './due-time.ts';

const timeZone = 'America/New_York';
const always: OpeningHours = { week: null, holidays: [] };
const day = [{ from: '09:00', to: '17:00' }];
const closed: never[] = [];
const weekdays: OpeningHours = {
  week: {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: closed,
    sunday: closed,
  },
  holidays: [],
};
const never: OpeningHours = {
  week: Object.fromEntries(Object.keys(weekdays.week ?? {}).map((name) => [name, closed])) as never,
  holidays: [],
};
/** A Monday, 10:00 in New York. */
const morning = new Date('2026-03-02T15:00:00Z');
/** A Friday, 16:30 in New York. */
const evening = new Date('2026-03-06T21:30:00Z');
const due = (
  reason: Parameters<typeof dueTime>[0],
  urgent: boolean,
  from: Date,
  openingHours: OpeningHours,
) => dueTime(reason, urgent, from, { openingHours, timeZone }).toISOString();

describe('FU4 when a follow-up is due', () => {
  test('by its reason, from the end of the call', () => {
    expect(due('callback', true, morning, always)).toBe('2026-03-02T15:15:00.000Z');
    expect(due('person', false, morning, always)).toBe('2026-03-02T16:00:00.000Z');
    expect(due('transfer_failed', false, morning, always)).toBe('2026-03-02T16:00:00.000Z');
    expect(due('appointment', false, morning, always)).toBe('2026-03-02T19:00:00.000Z');
    expect(due('question', false, morning, always)).toBe('2026-03-02T23:00:00.000Z');
    expect(due('connection_failing', false, morning, always)).toBe('2026-03-02T16:00:00.000Z');
  });

  test('at the next opening where it falls outside of opening hours, in the same order', () => {
    const order = (['person', 'appointment', 'question'] as const).map((reason) =>
      due(reason, false, evening, weekdays),
    );
    expect(order).toEqual([
      '2026-03-09T13:01:00.000Z',
      '2026-03-09T13:04:00.000Z',
      '2026-03-09T13:08:00.000Z',
    ]);
  });

  test('not later for what is urgent, nor where it is never open', () => {
    expect(due('callback', true, evening, weekdays)).toBe('2026-03-06T21:45:00.000Z');
    expect(due('person', false, evening, never)).toBe('2026-03-06T22:30:00.000Z');
  });
});
