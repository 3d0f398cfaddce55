import { exampleOrganization } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { snoozeTimes, type WorkingHours } from './snooze-times.ts';

const hours: WorkingHours = exampleOrganization.settings;
const at = (now: string, more: Partial<WorkingHours> = {}) =>
  Object.fromEntries(
    snoozeTimes(Date.parse(now), { ...hours, ...more }).map(({ label, until }) => [label, until]),
  );

describe('a follow-up can be put off', () => {
  test('for three hours', () => {
    expect(at('2026-10-13T14:00:00Z')['In 3 hours']).toBe('2026-10-13T17:00:00.000Z');
  });

  test('until the organization opens tomorrow, by its own clocks', () => {
    // Tuesday, 22:30 in New York; in Europe it is Wednesday already.
    expect(at('2026-10-14T02:30:00Z').Tomorrow).toBe('2026-10-14T12:00:00.000Z');
  });

  test('until the next day on which it is open', () => {
    expect(at('2026-10-16T14:00:00Z').Tomorrow).toBe('2026-10-19T12:00:00.000Z');
  });

  test('not until a holiday', () => {
    // Thursday before Christmas Day, a Friday in 2026; then the weekend.
    expect(at('2026-12-24T15:00:00Z').Tomorrow).toBe('2026-12-28T13:00:00.000Z');
  });

  test('until Monday of next week, also on a Sunday', () => {
    expect(at('2026-10-13T14:00:00Z')['Next week']).toBe('2026-10-19T12:00:00.000Z');
    expect(at('2026-10-18T14:00:00Z')['Next week']).toBe('2026-10-19T12:00:00.000Z');
    expect(at('2026-10-19T14:00:00Z')['Next week']).toBe('2026-10-26T12:00:00.000Z');
  });

  test('until nine where it is always or never open', () => {
    const always = { week: null, holidays: [] };
    const day: [] = [];
    const never = {
      week: {
        monday: day,
        tuesday: day,
        wednesday: day,
        thursday: day,
        friday: day,
        saturday: day,
        sunday: day,
      },
      holidays: [],
    };
    for (const openingHours of [always, never])
      expect(at('2026-10-13T14:00:00Z', { openingHours }).Tomorrow).toBe('2026-10-14T13:00:00.000Z');
  });
});
