import { describe, expect, test } from 'vitest';
import { at, attempts, before, day, decided, hour, policy, sales } from '../../../../testing/gate-inputs.ts';
import { stateHours } from '../../../lib/calling-hours/calling-windows.ts';
import { stateTable } from '../../../lib/calling-hours/state-table.ts';
import { stateCaps } from './caps.ts';
import type { GateInput } from './gate.ts';

describe('CP25: caps per person and purpose, across campaigns', () => {
  const busy = (ms: number) => ({ attemptsOfPerson: [{ at: before(ms), rang: false }] });
  test.each<[string, Partial<GateInput>, string]>([
    ['two of three', attempts(day, 2 * day), 'dial'],
    ['three in seven days', attempts(day, 2 * day, 3 * day), 'pending cap 2026-11-21T11:00:00'],
    ['the third is seven days old', attempts(day, 2 * day, 7 * day), 'dial'],
    ['in any order', attempts(7 * day - 1, day, 2 * day), 'pending cap 2026-11-17T11:00:00'],
    ['more than the cap', attempts(day, 2 * day, 3 * day, 4 * day), 'pending cap 2026-11-21T11:00:00'],
    // Saturday evening is closed, Sunday too.
    [
      'free again outside of the hours',
      attempts(day, 2 * day, 7 * day - 4.5 * day),
      'pending cap 2026-11-23T08:00:00',
    ],
    ['rang three hours ago', attempts(3 * hour), 'pending gap 2026-11-17T12:00:00'],
    ['rang four hours ago', attempts(4 * hour), 'dial'],
    ['was busy a quarter of an hour ago', busy(hour / 4), 'dial'],
    ['what ends later is named', attempts(hour, 2 * day, 7 * day - hour), 'pending gap 2026-11-17T14:00:00'],
    [
      'busy lines count',
      { attemptsOfPerson: [1, 2, 3].map((n) => ({ at: before(n * hour), rang: false })) },
      'pending cap 2026-11-24T08:00:00',
    ],
  ])('%s', (_, change, answer) => {
    expect(decided(change)).toBe(answer);
  });

  test.each<[string, string, string]>([
    ['+13055550123', 'FL', 'pending cap 2026-11-18T14:00:00'],
    ['+14055550123', 'OK', 'pending cap 2026-11-18T14:00:00'],
    ['+12405550123', 'MD', 'pending cap 2026-11-18T14:00:00'],
    ['+12125550123', 'NY', 'dial'],
  ])('for sales the law of the state counts too: %s (%s)', (number, _, answer) => {
    const now = at('2026-11-17T23:00Z');
    const attemptsOfPerson = [5, 7, 9].map((n) => ({ at: before(n * hour, now), rang: true }));
    const many = policy({ caps: { attempts: 9, days: 1, gapHours: 0, perNumber: 9 } });
    const registry = { listed: false, dated: now };
    expect(decided({ ...sales, ...many, number, now, attemptsOfPerson, registry })).toBe(answer);
  });
});

describe('CP25: caps per number, whoever is asked for', () => {
  const calls = (...ago: number[]) => ({ attemptsOfNumber: ago.map((each) => before(each)) });
  test.each<[string, Partial<GateInput>, string]>([
    ['somebody else a moment ago', calls(hour / 60), 'dial'],
    ['three of four', calls(hour, 5 * hour, 10 * hour, day), 'dial'],
    [
      'four calls in 24 hours',
      calls(5 * hour, 10 * hour, 15 * hour, 20 * hour),
      'pending number_cap 2026-11-17T15:00:00',
    ],
    [
      'as many as the policy says',
      {
        ...calls(5 * hour, 6 * hour),
        ...policy({ caps: { attempts: 3, days: 7, gapHours: 4, perNumber: 2 } }),
      },
      'pending number_cap 2026-11-18T08:00:00',
    ],
    [
      'what is true of the person is named',
      { ...attempts(3 * hour), ...calls(3 * hour) },
      'pending gap 2026-11-17T12:00:00',
    ],
  ])('%s', (_, change, answer) => {
    expect(decided(change)).toBe(answer);
  });
});

test('CP25: a second sales call to Maine within eight hours is not made because the table of states lacks it', () => {
  const now = at('2026-11-17T23:00Z');
  const called = (hours: number, purpose: GateInput['purpose'] = 'sales') =>
    decided({
      ...{ ...sales, ...policy({ caps: { attempts: 9, days: 1, gapHours: 0, perNumber: 9 } }), now, purpose },
      ...{ number: '+12075550123', attemptsOfPerson: [{ at: before(hours * hour, now), rang: true }] },
    });
  expect(called(7)).toBe('pending cap 2026-11-18T00:00:00');
  expect(called(8)).toBe('dial');
  expect(called(7, 'reminder')).toBe('dial');
});

test('CP7, CP25: the area codes of every state with hours or caps of its own are known, and of no other', () => {
  const known = stateTable
    .trim()
    .split('\n')
    .map((line) => line.split('|')[0]);
  const ruled = new Set([...Object.keys(stateHours), ...Object.keys(stateCaps)]);
  expect(known.toSorted()).toEqual([...ruled].toSorted());
});
