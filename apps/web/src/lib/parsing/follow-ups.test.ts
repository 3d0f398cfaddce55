import { describe, expect, test, vi } from 'vitest';
import {
  parseCallBack,
  parseDeskPeople,
  parseFollowUp,
  parseFollowUpCounts,
  parseFollowUpsPage,
} from './follow-ups.ts';

const whole = {
  id: '019a8b5e-6c00-7000-b000-000000000001',
  reason: 'callback',
  state: 'open',
  urgent: true,
  urgentWhy: 'pain',
  number: '+15005551001',
  contact: { id: null, name: 'Ada Weber', others: 1 },
  callId: '019a8b5e-6c00-7000-8000-000000000001',
  entry: { ordinal: 3, speaker: 'user', message: 'My tooth hurts.' },
  what: 'In pain: “my tooth hurts”.',
  note: '',
  dueAt: '2026-10-13T10:15:00.000Z',
  snoozedUntil: null,
  owner: { id: 'user-2', displayName: 'Ben Ito' },
  closed: null,
  lastCall: { callId: 'c', live: true, by: { displayName: 'Ben Ito' } },
  revision: 4,
  createdAt: '2026-10-13T10:00:00.000Z',
  changedAt: '2026-10-13T10:00:00.000Z',
};

describe('a follow-up', () => {
  test('is read with all that is known of it', () => {
    expect(parseFollowUp(whole)).toMatchObject({
      contact: { name: 'Ada Weber', others: 1 },
      entry: { ordinal: 3 },
      owner: { id: 'user-2' },
      lastCall: { live: true, by: 'Ben Ito' },
      sandbox: false,
      revision: 4,
    });
  });

  test('keeps a reason and a state that this page does not know', () => {
    expect(parseFollowUp({ ...whole, reason: 'invoice', state: 'waiting' })).toMatchObject({
      reason: 'invoice',
      state: 'waiting',
    });
  });

  test.each(['id', 'revision'])('without %s is none, because nothing could be changed', (name) => {
    expect(parseFollowUp({ ...whole, [name]: null })).toBeNull();
  });

  test('with nothing but these two can be shown', () => {
    expect(parseFollowUp({ id: 'x', revision: 1 })).toMatchObject({ state: 'open', what: '', number: null });
  });
});

test('an invalid follow-up of a page is skipped, the rest is kept', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = parseFollowUpsPage({ followUps: [whole, { id: 5 }], hasMore: true, nextCursor: 'next' });
  expect(page).toMatchObject({ followUps: [{ id: whole.id }], hasMore: true, nextCursor: 'next' });
  expect(logged.mock.calls.flat().join()).not.toContain('Ada');
  logged.mockRestore();
});

test('a page that is none, counts that are none and people that are none are refused', () => {
  expect(parseFollowUpsPage({ followUps: 'none' })).toBeUndefined();
  expect(parseFollowUpCounts({ urgent: 1 })).toBeUndefined();
  expect(parseDeskPeople({ me: {} })).toBeUndefined();
  expect(parseCallBack({ instructions: 'Call back.' })).toBeUndefined();
});

test('who is asking may be missing', () => {
  const people = [{ id: 'user-1', displayName: 'Ines Marchetti' }, { id: 'user-2' }];
  expect(parseDeskPeople({ people, me: { mailUrgent: false, mailPossible: true } })).toEqual({
    people: [people[0], { id: 'user-2', displayName: 'user-2' }],
    me: null,
    mailUrgent: false,
    mailPossible: true,
  });
});
