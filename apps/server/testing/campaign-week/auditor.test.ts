import { startingPolicy } from '@parley/contract';
import { expect, test } from 'vitest';
import { auditWeek, propertyNames } from './auditor.ts';
import type { Dial, WeekEvidence } from './evidence.ts';

const at = (text: string) => Date.parse(text);
const person = {
  ...{ campaign: 'c1', row: 2, number: '+12025550100', name: 'Ada', zones: ['America/New_York'] },
};
const dial = (n: number, change: Partial<Dial> = {}): Dial => ({
  ...{ sid: `CA${n}`, number: person.number, callId: `call ${n}`, answered: false, status: 'no-answer' },
  ...{ at: at('2026-10-30T15:00Z') + n * 5 * 3_600_000, createdAt: n * 10_000, endedAt: n * 10_000 + 900 },
  ...{ optedOut: false, ...change },
});
const attempt = (n: number, change = {}) => ({
  ...{ campaign: 'c1', row: 2, attempt: n, callId: `call ${n}`, result: 'no_answer' as const, counts: true },
  ...change,
});
const done = { campaign: 'c1', row: 2, state: 'done' as const, result: 'reached' as const, waits: null };
/** Somebody who was called twice, and then reached. */
const good: WeekEvidence = {
  people: [person],
  lists: new Map([['c1', { purpose: 'reminder', hours: startingPolicy.hours }]]),
  policy: { attempts: 3, caps: { attempts: 3, days: 7, gapHours: 4, perNumber: 4 } },
  dials: [dial(0), dial(1, { answered: true, status: 'completed' })],
  attempts: [attempt(0), attempt(1, { result: 'reached' })],
  recipients: [done],
  campaigns: [{ id: 'c1', state: 'completed', pause: null }],
  pauses: [{ campaign: 'c1', from: 500, until: 9_000 }],
  listed: new Map(),
};

test('a week in which all is well has no differences', () => {
  expect(auditWeek(good)).toEqual([]);
});

const [first = dial(0), second = dial(1)] = good.dials;
test.each<[string, string, Partial<WeekEvidence>]>([
  [
    'an attempt that was dialled twice',
    'once for an attempt',
    { dials: [first, second, dial(5, { callId: 'call 1' })] },
  ],
  ['a call of no attempt', 'once for an attempt', { dials: [first, second, dial(2)] }],
  [
    'a call of which nobody knows',
    'once for an attempt',
    { dials: [first, second, dial(2, { callId: null })] },
  ],
  ['a Sunday', 'within the hours', { dials: [{ ...first, at: at('2026-11-01T16:00Z') }, second] }],
  ['a minute before 9', 'within the hours', { dials: [{ ...first, at: at('2026-10-30T12:59Z') }, second] }],
  [
    '8 o’clock in the evening',
    'within the hours',
    { dials: [first, { ...second, at: at('2026-10-31T00:00Z') }] },
  ],
  [
    '9 by the clock before it was put back',
    'within the hours',
    { dials: [first, { ...second, at: at('2026-11-02T13:30Z') }] },
  ],
  ['three hours', 'within the caps', { dials: [first, { ...second, at: first.at + 3 * 3_600_000 }] }],
  [
    'a fourth time in a week',
    'within the caps',
    {
      dials: [0, 1, 2, 3].map((n) =>
        dial(n, { at: at('2026-10-30T15:00Z') + ([0, 24, 72, 96][n] ?? 0) * 3_600_000 }),
      ),
      attempts: [0, 1, 2, 3].map((n) => attempt(n)),
    },
  ],
  ['after the person opted out', 'not after opting out', { dials: [{ ...first, optedOut: true }, second] }],
  ['after it was listed', 'not after opting out', { listed: new Map([[person.number, 9_999]]) }],
  ['while it was up', 'one call at a time', { dials: [{ ...first, endedAt: 10_001 }, second] }],
  ['a call that never ended', 'one call at a time', { dials: [{ ...first, endedAt: null }, second] }],
  ['no row', 'nobody forgotten', { recipients: [] }],
  [
    'a campaign that goes on',
    'nobody forgotten',
    { campaigns: [{ id: 'c1', state: 'running', pause: null }] },
  ],
  [
    'an attempt without a result',
    'nobody forgotten',
    { attempts: [attempt(0, { result: null }), attempt(1)] },
  ],
  ['reached by nobody', 'nobody forgotten', { dials: [first, { ...second, answered: false }] }],
  ['still waiting', 'nobody forgotten', { recipients: [{ ...done, state: 'pending' }] }],
  ['exhausted too early', 'nobody forgotten', { recipients: [{ ...done, state: 'exhausted' }] }],
  ['during a pause', 'pause within a second', { pauses: [{ campaign: 'c1', from: 8_000, until: 11_000 }] }],
])('finds %s', (_, property, change) => {
  const found = auditWeek({ ...good, ...change }).map((one) => one.property);
  expect(found).toContain(property);
  expect(propertyNames).toContain(property);
});

test('hours that meet at midnight are looked at by the clock on the wall, also while it is put back', () => {
  const nights = [
    { from: '00:00', to: '03:30' },
    { from: '18:00', to: '00:00' },
  ];
  const hours = { ...startingPolicy.hours, saturday: nights, sunday: nights };
  const calledAt = (time: string) =>
    auditWeek({
      ...good,
      lists: new Map([['c1', { purpose: 'reminder', hours }]]),
      dials: [{ ...second, at: at(time) }],
      attempts: [attempt(1, { result: 'reached' })],
    });
  // 23:59 and midnight; half past one, twice; 3:29.
  for (const time of ['2026-11-01T03:59Z', '2026-11-01T04:00Z', '2026-11-01T05:30Z', '2026-11-01T06:30Z'])
    expect(calledAt(time)).toEqual([]);
  expect(calledAt('2026-11-01T08:29Z')).toEqual([]);
  // 3:30, and a minute before 18.
  for (const time of ['2026-11-01T08:30Z', '2026-11-01T22:59Z'])
    expect(calledAt(time).map((one) => one.property)).toEqual(['within the hours']);
});

test('calls for another purpose are counted by themselves', () => {
  const two = { ...good, people: [person, { ...person, campaign: 'c2' }] };
  const change = {
    dials: [0, 24, 72, 96].map((hours, n) => dial(n, { at: first.at + hours * 3_600_000 })),
    attempts: [attempt(0), attempt(1), attempt(2), attempt(3, { campaign: 'c2' })],
    recipients: [done, { ...done, campaign: 'c2' }],
  };
  const { hours } = startingPolicy;
  const lists = (purpose: 'reminder' | 'service') =>
    new Map([
      ['c1', { purpose: 'reminder' as const, hours }],
      ['c2', { purpose, hours }],
    ]);
  const found = (purpose: 'reminder' | 'service') =>
    auditWeek({ ...two, ...change, lists: lists(purpose) }).map((one) => one.property);
  expect(found('reminder')).toContain('within the caps');
  expect(found('service')).not.toContain('within the caps');
});

test('calls to a number are counted whoever is asked for', () => {
  const sam = { ...person, row: 3, name: 'Sam' };
  const found = (hours: readonly number[]) =>
    auditWeek({
      ...good,
      policy: { ...good.policy, caps: { ...good.policy.caps, perNumber: 2 } },
      people: [person, sam],
      dials: hours.map((after, n) => dial(n, { at: first.at + after * 3_600_000 })),
      attempts: hours.map((_, n) => attempt(n, { row: 2 + (n % 2) })),
    }).map((one) => one.property);
  expect(found([0, 4])).not.toContain('within the caps');
  expect(found([0, 3])).not.toContain('within the caps');
  expect(found([0, 4, 23])).toContain('within the caps');
  expect(found([0, 4, 24])).not.toContain('within the caps');
});

test('what a clock of the autumn or a busy line explains is no difference', () => {
  // 9:30 after clocks were put back.
  expect(auditWeek({ ...good, dials: [first, { ...second, at: at('2026-11-02T14:30Z') }] })).toEqual([]);
  const busy = { ...first, status: 'busy' };
  expect(auditWeek({ ...good, dials: [busy, { ...second, at: first.at + 900_000 }] })).toEqual([]);
});
