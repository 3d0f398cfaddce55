import { expect, test } from 'vitest';
import { dateIn, instantOf, plusDays, weekdayOf } from './zoned-time.ts';

const iso = (at: number) => new Date(at).toISOString();

test.each([
  ['America/New_York', '2026-10-13', '08:00', '2026-10-13T12:00:00.000Z'],
  ['Europe/Berlin', '2026-10-13', '08:00', '2026-10-13T06:00:00.000Z'],
  ['Asia/Kathmandu', '2026-10-13', '09:30', '2026-10-13T03:45:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '08:00', '2026-10-26T07:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '00:00', '2025-12-31T10:00:00.000Z'],
])('in %s on %s it is %s at %s', (zone, date, time, expected) => {
  expect(iso(instantOf(zone, date, time))).toBe(expected);
});

test('a time that is skipped when clocks go forward is an hour later', () => {
  expect(iso(instantOf('Europe/Berlin', '2026-03-29', '02:30'))).toBe('2026-03-29T01:30:00.000Z');
});

test('the date is that of the zone, not that of the browser', () => {
  const at = Date.parse('2026-10-14T02:00:00Z');
  expect(dateIn('America/New_York', at)).toBe('2026-10-13');
  expect(dateIn('Asia/Tokyo', at)).toBe('2026-10-14');
  expect(dateIn('Nowhere/Atlantis', at)).toMatch(/^2026-10-1[34]$/);
});

test('days are counted across months, and Monday is the first day', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(weekdayOf('2026-10-12')).toBe(0);
  expect(weekdayOf('2026-10-18')).toBe(6);
});
