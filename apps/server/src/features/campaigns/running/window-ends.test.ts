import type { WeekHours } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { at, decided, everyDay, free, policy } from '../../../../testing/gate-inputs.ts';
import { type GateInput, hoursAnswer } from './gate.ts';

const minute = 60_000;
// Berlin is an hour ahead of UTC; the hours end at 20:00 there.
const closed = 'pending window 2026-11-18T08:00:00 Europe/Berlin';

describe('CP24: a conversation does not typically run past the end of the hours', () => {
  test.each<[string, Partial<GateInput>, string]>([
    ['of five minutes, six minutes before', { now: at('2026-11-17T18:54Z'), typicalMs: 5 * minute }, 'dial'],
    ['a moment later', { now: at('2026-11-17T18:54:00.001Z'), typicalMs: 5 * minute }, closed],
    ['of ten minutes', { now: at('2026-11-17T18:50Z'), typicalMs: 10 * minute }, closed],
    [
      'at the place of the person where a time of day is pretended',
      { now: at('2026-11-17T17:50Z'), shiftMs: 60 * minute, typicalMs: 10 * minute },
      'pending window 2026-11-18T07:00:00 Europe/Berlin',
    ],
    [
      'in the zone that closes first',
      {
        zones: ['America/Los_Angeles', 'America/New_York'],
        now: at('2026-11-18T00:55Z'),
        typicalMs: 5 * minute,
      },
      'pending window 2026-11-18T17:00:00 America/Los_Angeles',
    ],
  ])('%s', (_, change, answer) => {
    expect(decided(change)).toBe(answer);
  });

  test.each([
    ['2026-11-17T11:00Z', 'dial'],
    ['2026-11-17T11:03Z', 'dial'],
    ['2026-11-17T11:04Z', 'dial'],
    ['2026-11-17T11:04:30Z', 'pending window 2026-11-18T11:00:00 Europe/Berlin'],
  ])(
    'hours that are shorter are used until the last minute, else nobody would ever be called: %s',
    (now, answer) => {
      const hours: WeekHours = everyDay('12:00', '12:05');
      const input = { now: at(now), typicalMs: 10 * minute, ...policy({ hours }) };
      expect(decided(input)).toBe(answer);
    },
  );

  test('two ranges that meet at midnight are one window, as long as both', () => {
    const hours: WeekHours = { ...everyDay('18:00', '24:00'), wednesday: [{ from: '00:00', to: '00:05' }] };
    const late = { now: at('2026-11-17T22:58Z'), typicalMs: 10 * minute, ...policy({ hours }) };
    expect(decided(late)).toBe('pending window 2026-11-19T17:00:00 Europe/Berlin');
    expect(decided({ ...late, now: at('2026-11-17T22:54Z') })).toBe('dial');
  });

  test('whoever was decided upon in time is still dialled a moment later', () => {
    const { number, purpose, zones } = free;
    const placed = (now: string) =>
      hoursAnswer({ now: at(now), number, purpose, zones, policy: free.policy });
    expect(placed('2026-11-17T18:54:00.250Z')).toBeNull();
    expect(placed('2026-11-17T18:59:00.250Z')).toMatchObject({ reason: 'window' });
  });
});
