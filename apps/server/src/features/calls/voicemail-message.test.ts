import type { CallStatus } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CarrierCallUpdate } from '../../ports/call.ts';
import { type CallEvent, type CallState, changesOf } from './call-machine.ts';

const at = new Date('2026-10-13T10:00:00Z');
const later = new Date('2026-10-13T10:01:00Z');

const live: CallState = {
  ...{ direction: 'outbound', status: 'in-progress', reason: null, carrierSid: 'CA1', sendingAt: at },
  ...{
    endRequestedAt: null,
    answeredAt: at,
    endedAt: null,
    duration: null,
    answeredBy: null,
    sipCode: null,
    attestation: null,
    session: 1,
  },
  voicemailMessageAt: null,
};

/** The call after all of it happened. */
function after(start: CallState, ...events: CallEvent[]): CallState {
  let call = start;
  for (const event of events) call = { ...call, ...changesOf(call, event) };
  return call;
}

const ringing: CallState = { ...live, status: 'ringing', answeredAt: null };

function update(status: CallStatus, more: Partial<CarrierCallUpdate> = {}): CallEvent {
  const known = { sid: 'CA1', at: later, endedAt: null, duration: null, answeredBy: null };
  return { type: 'carrier', update: { ...known, status, ...more } };
}

describe('CL15: a machine is hung up on, or left a message', () => {
  test.each(['machine', 'fax'] as const)('%s is hung up on', (answeredBy) => {
    const call = after(live, { type: 'detected', sid: 'CA1', answeredBy, at: later });
    expect(call).toMatchObject({ answeredBy, reason: 'voicemail', endRequestedAt: later });
    expect(after(call, update('completed', { duration: 4 })).reason).toBe('voicemail');
  });

  test.each(['machine_beep', 'machine_silence', 'machine_other'] as const)(
    '%s is left to the session',
    (answeredBy) => {
      const call = after(live, { type: 'detected', sid: 'CA1', answeredBy, at: later });
      expect(call).toMatchObject({ answeredBy, reason: null, endRequestedAt: null });
    },
  );

  test.each(['human', 'unknown'] as const)('%s counts as a person', (answeredBy) => {
    const call = after(live, { type: 'detected', sid: 'CA1', answeredBy, at });
    expect(call).toMatchObject({ answeredBy, reason: null, endRequestedAt: null });
  });

  test('the AMD result may come with a status', () => {
    expect(after(ringing, update('in-progress', { answeredBy: 'machine' }))).toMatchObject({
      reason: 'voicemail',
      endRequestedAt: later,
    });
  });

  test('an AMD result after the end is only stored', () => {
    const ended = after(live, update('completed', { duration: 3 }));
    expect(after(ended, { type: 'detected', sid: 'CA1', answeredBy: 'fax', at })).toMatchObject({
      status: 'completed',
      reason: null,
      answeredBy: 'fax',
      endRequestedAt: null,
    });
  });
});

describe('CL29: a message is left at most once', () => {
  const claim = (session: number): CallEvent => ({ type: 'message_claimed', session, at: later });

  test('by the session that claims it first', () => {
    const call = after(live, claim(1));
    expect(call).toMatchObject({ voicemailMessageAt: later, reason: 'voicemail_left' });
    expect(changesOf(call, claim(1))).toBeNull();
    const resumed = after(call, { type: 'resumed', session: 2, at: later });
    expect(resumed.reason).toBe('voicemail_left');
    expect(changesOf(resumed, claim(2))).toBeNull();
  });

  test('by the next session, where the first was lost before', () => {
    const lost = after(
      live,
      { type: 'noted', reason: 'line_dropped', session: 1, at },
      { type: 'resumed', session: 2, at },
    );
    expect(changesOf(lost, claim(1))).toBeNull();
    expect(after(lost, claim(2))).toMatchObject({ voicemailMessageAt: later, reason: 'voicemail_left' });
  });

  test.each<[string, CallEvent]>([
    ['the end was requested', { type: 'end_requested', reason: null, at }],
    ['nothing more will be learned', { type: 'given_up', reason: 'unknown_to_carrier', at }],
  ])('not on a call of which %s', (_what, event) => {
    expect(changesOf(after(live, event), claim(1))).toBeNull();
  });

  test('a message of which nothing was heard was not left', () => {
    const call = after(live, claim(1), { type: 'noted', reason: 'voicemail', session: 1, at: later });
    expect(call).toMatchObject({ reason: 'voicemail', voicemailMessageAt: later });
    expect(changesOf(after(live, claim(1)), { type: 'noted', reason: 'silence', session: 1, at })).toBeNull();
  });
});
