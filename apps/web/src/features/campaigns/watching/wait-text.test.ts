import { describe, expect, test } from 'vitest';
import { placeOf, waitText } from './wait-text.ts';

const now = new Date('2026-11-17T12:00:00Z');

describe('what somebody waits for', () => {
  test('is said in the time of their place', () => {
    const wait = { reason: 'window', zone: 'America/Denver', until: '2026-11-17T16:00:00Z' } as const;
    expect(waitText(wait, now)).toMatch(/^Opens 0?9:00.* in Denver$/);
  });

  test('names the day where it is another one there', () => {
    const wait = { reason: 'window', zone: 'Pacific/Auckland', until: '2026-11-18T20:00:00Z' } as const;
    expect(waitText(wait, now)).toMatch(/^Opens Thu.*9:00.* in Auckland$/);
  });

  test('names the date where it is not soon, and the year where it is another one', () => {
    const held = (until: string) => waitText({ reason: 'person', zone: null, until }, now);
    expect(held('2026-12-24T16:00:00Z')).toMatch(/^Somebody holds it, not before Dec 24, (?!2026)/);
    expect(held('2027-12-24T16:00:00Z')).toMatch(/^Somebody holds it, not before Dec 24, 2027/);
  });

  test('is the reason alone where no time is known, or where it has passed', () => {
    expect(waitText({ reason: 'do_not_call', zone: null, until: null }, now)).toBe(
      'The number is on the do-not-call list',
    );
    expect(waitText({ reason: 'rate', zone: null, until: '2026-11-17T11:00:00Z' }, now)).toBe(
      'The calls a minute are used up',
    );
    expect(waitText({ reason: 'retry', zone: null, until: '2026-11-17T13:00:00Z' }, now)).toMatch(
      /^Called again after a while, not before /,
    );
  });

  test('a zone is named by its place', () => {
    expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
    expect(placeOf('UTC')).toBe('UTC');
  });
});
