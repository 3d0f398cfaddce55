import { type CallReason, type CallStatus, terminalStatuses } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CarrierCallUpdate } from '../../ports/call.ts';
import { type CallEvent, type CallState, changesOf, isSecondCall } from './call-machine.ts';

const sid = 'CA11111111111111111111111111111111';
const at = new Date('2026-10-13T10:00:00Z');
const later = new Date('2026-10-13T10:01:00Z');

const queued: CallState = {
  direction: 'outbound',
  status: 'queued',
  reason: null,
  carrierSid: null,
  sendingAt: null,
  endRequestedAt: null,
  answeredAt: null,
  endedAt: null,
  duration: null,
  answeredBy: null,
  sipCode: null,
  attestation: null,
  session: 1,
  voicemailMessageAt: null,
};

function update(status: CallStatus, more: Partial<CarrierCallUpdate> = {}): CallEvent {
  return {
    type: 'carrier',
    update: { sid, status, at: later, endedAt: null, duration: lengthOf(status), answeredBy: null, ...more },
  };
}

/** Where somebody answered, the last word tells how long they talked. */
function lengthOf(status: CallStatus): number | null {
  return status === 'completed' ? 5 : null;
}

/** The call after all of it happened. */
function after(start: CallState, ...events: CallEvent[]): CallState {
  let call = start;
  for (const event of events) call = { ...call, ...changesOf(call, event) };
  return call;
}

describe('CL1: a status only moves forward', () => {
  const order: CallStatus[] = ['queued', 'initiated', 'ringing', 'in-progress'];
  for (const [from, status] of order.entries()) {
    for (const [to, told] of order.entries()) {
      test(`${status}, told ${told}, ${to > from ? 'moves' : 'stays'}`, () => {
        const call = { ...queued, status, carrierSid: sid, answeredAt: from === 3 ? at : null };
        expect(after(call, update(told)).status).toBe(to > from ? told : status);
      });
    }
    for (const end of terminalStatuses) {
      test(`${status} may end as ${end}`, () => {
        expect(after({ ...queued, status }, update(end)).status).toBe(end);
      });
    }
  }
});

describe('CL2: a terminal status never changes', () => {
  for (const ended of terminalStatuses) {
    test(`${ended} absorbs everything`, () => {
      const call = after(queued, update(ended, { duration: ended === 'completed' ? 5 : null }));
      const events: CallEvent[] = [
        update('in-progress'),
        update('ringing'),
        ...terminalStatuses.map((status) => update(status)),
        { type: 'sending', at },
        { type: 'refused', reason: 'carrier_refused', at },
        { type: 'end_requested', reason: null, at },
        { type: 'given_up', reason: 'unknown_to_carrier', at },
        { type: 'given_up', reason: 'unconfirmed', at },
        { type: 'given_up', reason: 'never_sent', at },
      ];
      for (const event of events) expect(changesOf(call, event)).toBeNull();
    });
  }
});

describe('CL3: only an unconfirmed call is reopened, and only by an update of the carrier', () => {
  const unconfirmed = after(
    queued,
    { type: 'sending', at },
    { type: 'given_up', reason: 'unconfirmed', at: later },
  );

  test('it is failed until then', () => {
    expect(unconfirmed).toMatchObject({ status: 'failed', reason: 'unconfirmed', endedAt: later });
  });

  test.each(['queued', 'initiated', 'ringing', 'in-progress'] as const)('reopened as %s', (status) => {
    expect(after(unconfirmed, update(status))).toMatchObject({
      status,
      reason: null,
      endedAt: null,
      carrierSid: sid,
    });
  });

  test('reopened by the update that ends it', () => {
    const call = after(unconfirmed, update('completed', { duration: 7 }));
    expect(call).toMatchObject({ status: 'completed', reason: null, duration: 7 });
  });

  test.each(['unknown_to_carrier', 'never_sent', 'carrier_refused'] as const)(
    '%s does not come back',
    (reason) => {
      const call: CallState = { ...queued, status: 'failed', reason, endedAt: at, carrierSid: sid };
      expect(after(call, update('in-progress')).status).toBe('failed');
    },
  );
});

describe('CL4: facts', () => {
  test('an answer is timed by the carrier', () => {
    expect(after(queued, update('in-progress', { at }))).toMatchObject({ answeredAt: at, endedAt: null });
  });

  test('completed keeps the carrier’s length and end', () => {
    const call = after(
      queued,
      update('in-progress', { at }),
      update('completed', { endedAt: later, duration: 42 }),
    );
    expect(call).toMatchObject({ answeredAt: at, endedAt: later, duration: 42 });
  });

  test('an answer that was never reported is computed from the end', () => {
    const call = after(queued, update('completed', { at: later, duration: 60 }));
    expect(call).toMatchObject({ answeredAt: at, endedAt: later, duration: 60 });
  });

  test('a call is not over before its length is known, so that the figures are never our own guess', () => {
    const live = after(
      queued,
      update('in-progress', { at }),
      update('completed', { at: later, duration: null }),
    );
    expect(live).toMatchObject({ status: 'in-progress', duration: null, endedAt: null });
    expect(after(live, update('completed', { at: later, duration: 42 }))).toMatchObject({
      status: 'completed',
      duration: 42,
      endedAt: later,
    });
  });

  test('a duration that the carrier reports late replaces our own', () => {
    const ended = after(
      queued,
      update('in-progress', { at }),
      update('completed', { endedAt: later, duration: null }),
    );
    expect(ended.duration).toBe(60);
    expect(after(ended, update('completed', { duration: 61 })).duration).toBe(61);
  });

  test.each(['busy', 'no-answer', 'failed', 'canceled'] as const)(
    '%s has no length: nobody answered',
    (status) => {
      const call = after(queued, update(status, { duration: 0 }), update(status, { duration: 0 }));
      expect(call).toMatchObject({ status, duration: null, answeredAt: null, endedAt: later });
    },
  );
});

describe('CL5: why it ended', () => {
  const reasons: [CallStatus, CallReason | null][] = [
    ['completed', null],
    ['busy', 'line_busy'],
    ['no-answer', 'no_answer'],
    ['failed', 'network_failed'],
    ['canceled', null],
  ];
  test.each(reasons)('%s → %s', (status, reason) => {
    expect(after(queued, update(status)).reason).toBe(reason);
  });

  test.each(['completed', 'canceled'] as const)('%s after a request from the desk', (status) => {
    const call = after(queued, { type: 'end_requested', reason: null, at }, update(status));
    expect(call.reason).toBe('ended_by_user');
  });

  test('a caller who gave up', () => {
    const ringing: CallState = { ...queued, direction: 'inbound', status: 'ringing', carrierSid: sid };
    expect(after(ringing, update('canceled')).reason).toBe('caller_gave_up');
  });

  test('the session may report the reason after the carrier has reported the end', () => {
    const note: CallEvent = { type: 'noted', reason: 'silence', at };
    expect(after(queued, update('completed', { duration: 5 }), note)).toMatchObject({
      status: 'completed',
      reason: 'silence',
    });
    expect(changesOf(after(queued, update('canceled')), note)).toBeNull();
  });

  test('the first reason stays', () => {
    const call = after(queued, { type: 'noted', reason: 'do_not_call', at }, update('completed'));
    expect(call.reason).toBe('do_not_call');
    expect(
      changesOf(after(queued, { type: 'noted', reason: 'silence', at }), {
        type: 'noted',
        reason: 'max_length',
        at,
      }),
    ).toBeNull();
  });

  test('a refusal has the carrier’s reason', () => {
    const call = after(queued, { type: 'sending', at }, { type: 'refused', reason: 'invalid_number', at });
    expect(call).toMatchObject({ status: 'failed', reason: 'invalid_number', endedAt: at });
  });
});

describe('CL6: one call at the carrier for each of ours', () => {
  test('the first sid is taken and kept', () => {
    const call = after(queued, update('ringing'), update('completed', { sid: 'CA2', duration: 1 }));
    expect(call).toMatchObject({ carrierSid: sid, status: 'ringing' });
    expect(isSecondCall(call, 'CA2')).toBe(true);
    expect(isSecondCall(call, sid)).toBe(false);
    expect(isSecondCall(queued, sid)).toBe(false);
  });

  test('an AMD result of another call changes nothing', () => {
    const call = after(queued, update('ringing'));
    expect(changesOf(call, { type: 'detected', sid: 'CA2', answeredBy: 'machine', at })).toBeNull();
  });
});

describe('CL8: nothing is dialled that was not marked before', () => {
  test('marked once', () => {
    const sending = after(queued, { type: 'sending', at });
    expect(sending.sendingAt).toBe(at);
    expect(changesOf(sending, { type: 'sending', at: later })).toBeNull();
  });

  test('a request to end that came first cancels instead', () => {
    const call = after(queued, { type: 'end_requested', reason: null, at }, { type: 'sending', at: later });
    expect(call).toMatchObject({ status: 'canceled', reason: 'ended_by_user', sendingAt: null });
  });

  test('CL12: never sent is only said of what was not marked', () => {
    const giveUp: CallEvent = { type: 'given_up', reason: 'never_sent', at };
    expect(after(queued, giveUp)).toMatchObject({ status: 'failed', reason: 'never_sent' });
    expect(changesOf(after(queued, { type: 'sending', at }), giveUp)).toBeNull();
  });

  test('CL11: unconfirmed is only said of what the carrier never named', () => {
    expect(
      changesOf(after(queued, update('queued')), { type: 'given_up', reason: 'unconfirmed', at }),
    ).toBeNull();
  });
});

describe('CL9: a refusal', () => {
  const refused: CallEvent = { type: 'refused', reason: 'invalid_number', at: later };

  test('ends a call that the carrier does not know', () => {
    expect(changesOf(queued, refused)).toMatchObject({ status: 'failed', endedAt: later });
  });

  test('does not fail a call that the carrier has accepted meanwhile', () => {
    expect(changesOf({ ...queued, carrierSid: sid }, refused)).toBeNull();
  });

  test('does not change how a call ended', () => {
    expect(changesOf({ ...queued, status: 'canceled', endedAt: at }, refused)).toBeNull();
  });
});

describe('CL14: a request to end', () => {
  test('without a reason leaves the reason open', () => {
    expect(changesOf(queued, { type: 'end_requested', reason: null, at: later })).toStrictEqual({
      endRequestedAt: later,
    });
  });

  test('keeps the reason it was made for', () => {
    const request: CallEvent = { type: 'end_requested', at: later, reason: 'silence' };
    expect(changesOf(queued, request)).toStrictEqual({ endRequestedAt: later, reason: 'silence' });
  });
});

test.each([
  ['completed', 3, 0, 0],
  ['completed', null, 4, 4],
  ['no-answer', null, 2, 2],
  ['busy', null, 0, null],
] as const)('CL4: %s with a length of %s, told %s afterwards, has %s', (status, before, told, kept) => {
  const call: CallState = { ...queued, status, carrierSid: sid, endedAt: at, duration: before };
  expect(after(call, update(status, { duration: told, endedAt: at })).duration).toBe(kept);
});

describe('CL28: a session that resumes a lost one', () => {
  const live: CallState = { ...queued, status: 'in-progress', carrierSid: sid, answeredAt: at };
  const lost = (session: number): CallEvent => ({ type: 'noted', reason: 'line_dropped', session, at });
  const resumed = (session: number): CallEvent => ({ type: 'resumed', session, at: later });

  test.each<CallReason>(['line_dropped', 'server_stopped'])('takes back the reason %s', (reason) => {
    expect(after({ ...live, reason }, resumed(2))).toMatchObject({ session: 2, reason: null });
  });

  test('leaves any other reason', () => {
    expect(after({ ...live, reason: 'do_not_call' }, resumed(2)).reason).toBe('do_not_call');
  });

  test('counts forward only, and once', () => {
    expect(changesOf({ ...live, session: 2 }, resumed(2))).toBeNull();
    expect(changesOf({ ...live, session: 3 }, resumed(2))).toBeNull();
  });

  test('is not ended by the reason that the lost one reports afterwards', () => {
    expect(after(live, resumed(2), lost(1)).reason).toBeNull();
    expect(after(live, lost(1), resumed(2)).reason).toBeNull();
    expect(after(live, resumed(2), lost(2)).reason).toBe('line_dropped');
  });
});

describe('CL33: nobody has taken a call that was handed over', () => {
  const handed: CallState = {
    ...{ ...queued, status: 'in-progress', carrierSid: sid, answeredAt: at },
    reason: 'transferred',
  };
  const failed = (session: number): CallEvent => ({ type: 'transfer_failed', session, at: later });

  test('the reason is void, also when the call is over', () => {
    expect(changesOf(handed, failed(1))).toEqual({ reason: null });
    expect(changesOf({ ...handed, status: 'completed' }, failed(1))).toEqual({ reason: null });
  });

  test('another reason stays, and so does that of a later session', () => {
    expect(changesOf({ ...handed, reason: 'ended_by_user' }, failed(1))).toBeNull();
    expect(changesOf({ ...handed, session: 2 }, failed(1))).toBeNull();
  });

  test('a reason that is stored only when the next session has begun does not count', () => {
    const noted: CallEvent = { type: 'noted', reason: 'transferred', session: 1, at };
    const resumed: CallEvent = { type: 'resumed', session: 2, at: later };
    const before = { ...handed, reason: null };
    expect(after(before, failed(1), noted, resumed).reason).toBeNull();
    expect(after(before, failed(1), resumed, noted).reason).toBeNull();
  });
});
