import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NewFollowUp } from '../../ports/follow-ups.ts';
import { createScheduleCallback } from '../../voice/tools/schedule-callback.ts';
import { createTakeMessage } from '../../voice/tools/take-message.ts';
import { callbackTime } from './callback-time.ts';
import { createNewFollowUps } from './new-follow-ups.ts';
import { createRequestsOfTools } from './requests-of-tools.ts';

const call = {
  tenantId: 'one',
  id: '019a0000-0000-7000-8000-000000000001',
  direction: 'inbound',
  from: '+15005550010',
  to: '+15005550006',
  contactId: null,
  createdAt: new Date('2026-10-13T09:58:00Z'),
  endedAt: null,
} as CallRecord;
const key = { tenantId: 'one', callId: call.id };
/** Tuesday, 13 October 2026, 12:00 in Berlin. */
const noon = Date.parse('2026-10-13T10:00:00Z');
const day = [{ from: '08:00', to: '18:00' }];
const organization = {
  timeZone: 'Europe/Berlin',
  openingHours: {
    week: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: [], sunday: [] },
    holidays: [],
  },
} as never as Parameters<typeof callbackTime>[2];

function harness(stored: CallRecord | null = call) {
  const rows: NewFollowUp[] = [];
  const lines: { line: string; dueAt: Date | null }[] = [];
  const clock = { now: () => new Date(noon) } as Clock;
  const organizations = { of: async () => organization as never };
  const requests = createRequestsOfTools({
    store: { find: async () => stored },
    work: {
      add: async (added) => {
        if (rows.length > 0) return [];
        rows.push(...added);
        return ['id'];
      },
      addToRequest: async (_, line, dueAt) => void lines.push({ line, dueAt }),
    },
    newFollowUps: createNewFollowUps(organizations),
    ...{ organizations, clock },
  });
  return { requests, rows, lines };
}

describe('FU13: what an agent leaves to do while the call is up', () => {
  test('a message makes the follow-up that the rules would make afterwards', async () => {
    const { requests, rows, lines } = harness();
    const outcome = await requests.leaveMessage(key, {
      message: 'The key is under the mat.',
      forWhom: 'Kim',
    });
    expect(outcome).toMatchObject({ status: 'done' });
    expect(rows).toMatchObject([
      {
        sourceKey: `call/${call.id}/message`,
        what: 'Left a message for Kim: The key is under the mat.',
        number: '+15005550010',
        callId: call.id,
      },
    ]);
    expect(lines).toEqual([]);
  });

  test('a second request is added to the note of the first, with its time', async () => {
    const { requests, rows, lines } = harness();
    await requests.leaveMessage(key, { message: 'The key is under the mat.', forWhom: null });
    const outcome = await requests.scheduleCallback(key, {
      about: 'the key',
      date: '2026-10-14',
      time: '09:30',
    });
    expect(outcome.detail).toContain('Wednesday, October 14');
    expect(rows).toHaveLength(1);
    expect(lines).toEqual([
      {
        line: expect.stringMatching(/^Wants to be called back on Wednesday, October 14.*: the key$/),
        dueAt: new Date('2026-10-14T07:30:00Z'),
      },
    ]);
  });

  test('all of a long message stands in the note', async () => {
    const { requests, rows, lines } = harness();
    await requests.leaveMessage(key, { message: 'word '.repeat(100), forWhom: null });
    expect(rows[0]?.what.length).toBe(200);
    expect(lines[0]?.line.length).toBeGreaterThan(500);
  });

  test('a call that is not stored any more is told to the model', async () => {
    const { requests, rows } = harness(null);
    expect(await requests.leaveMessage(key, { message: 'Hello.', forWhom: null })).toMatchObject({
      status: 'failed',
    });
    expect(rows).toEqual([]);
  });

  test.each([
    ['any time', null, null, { kind: 'at', at: null }],
    ['a time of today', null, '15:00', { kind: 'at', at: new Date('2026-10-13T13:00:00Z') }],
    [
      'a time that is over today is that of tomorrow',
      null,
      '09:00',
      { kind: 'at', at: new Date('2026-10-14T07:00:00Z') },
    ],
    ['a day', '2026-10-14', null, { kind: 'at', at: new Date('2026-10-14T06:00:00Z') }],
    ['today', '2026-10-13', null, { kind: 'at', at: new Date(noon) }],
    ['yesterday', '2026-10-12', null, { kind: 'over' }],
    ['an hour ago', '2026-10-13', '11:00', { kind: 'over' }],
    ['next year', '2027-10-13', '11:00', { kind: 'too far' }],
    ['at night', '2026-10-13', '23:00', { kind: 'closed', next: Date.parse('2026-10-14T06:00:00Z') }],
    ['on a Saturday', '2026-10-17', null, { kind: 'closed', next: Date.parse('2026-10-19T06:00:00Z') }],
  ])('when the desk can call: %s', (_, date, time, expected) => {
    expect(callbackTime({ date, time }, noon, organization)).toEqual(expected);
  });

  test('a refused time is said in words, and nothing is stored', async () => {
    const { requests, rows } = harness();
    const outcome = await requests.scheduleCallback(key, { about: 'x', date: '2026-10-17', time: '10:00' });
    expect(outcome).toMatchObject({
      status: 'refused',
      detail: expect.stringContaining('Monday, October 19'),
    });
    expect(rows).toEqual([]);
  });

  test('a withheld number is not offered a call back', () => {
    const tool = createScheduleCallback(harness().requests.scheduleCallback);
    expect(tool.isOfferedOn({ speech: 'text', canTransfer: false, numberKnown: false })).toBe(false);
    expect(tool.isOfferedOn({ speech: 'text', canTransfer: false, numberKnown: true })).toBe(true);
    const message = createTakeMessage(harness().requests.leaveMessage);
    expect(message.isOfferedOn({ speech: 'text', canTransfer: false, numberKnown: false })).toBe(true);
    expect(message.check({ message: '' }).ok).toBe(false);
    expect(tool.check({ about: 'x', time: '25:00' }).ok).toBe(false);
  });
});
