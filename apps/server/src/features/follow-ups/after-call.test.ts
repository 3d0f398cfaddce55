import { setImmediate as turn } from 'node:timers/promises';
import { notTransferredNote, type OutboxEvent, problemOf } from '@parley/contract';
import { describe, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { AfterCallStep } from '../../ports/after-call.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { NewFollowUp } from '../../ports/follow-ups.ts';
import { type AfterCallDeps, createAfterCall } from './after-call.ts';
import { createCloseByCall } from './close-by-call.ts';
import { createDetectStep } from './detect-step.ts';
import { createNewFollowUps } from './new-follow-ups.ts';
import { createSystemFollowUps } from './system-follow-ups.ts';

const callId = '019a0000-0000-7000-8000-000000000001';
const followUpId = '019a0000-0000-7000-8000-000000000002';
const connectionId = '019a0000-0000-4000-8000-000000000003';
const call = {
  tenantId: 'one',
  id: callId,
  mode: 'live',
  direction: 'inbound',
  from: '+15005550010',
  to: '+15005550006',
  contactId: null,
  followUpId: null,
  reason: null,
  instructions: null,
  agentId: 'agent',
  createdAt: new Date('2026-10-13T09:58:00Z'),
  answeredAt: new Date('2026-10-13T09:58:05Z'),
  endedAt: new Date('2026-10-13T10:00:00Z'),
} as CallRecord;
const ended = { type: 'call.ended', version: 1, callId, status: 'completed' } as const;
const organizations = {
  of: async () => ({ timeZone: 'Europe/Berlin', openingHours: { week: null, holidays: [] } }) as never,
};

function harness(changes: Partial<AfterCallDeps> = {}) {
  const clock = new ManualClock();
  const done: string[] = [];
  const step =
    (name: string): AfterCallStep =>
    async (_, event) =>
      void done.push(`${name} ${event.type}`);
  const consumer = createAfterCall({
    store: { find: async () => call },
    tokens: { openSession: async () => null },
    system: async ({ event }) => void done.push(`system ${event.type}`),
    urgentMail: async (_, id) => void done.push(`mail ${id}`),
    steps: [step('first'), step('second')],
    detect: step('detect'),
    clock,
    settleMs: 10_000,
    settlePollMs: 150,
    ...changes,
  });
  const handle = (event: OutboxEvent, signal = new AbortController().signal) =>
    consumer.handle({ id: 7, tenantId: 'one', subject: 'x', createdAt: clock.now(), event }, signal);
  return { handle, clock, done };
}

describe('FU5 after a call', () => {
  test('runs the steps in their order, for the end of a call and where an outcome is asked for', async () => {
    const { handle, done } = harness();
    await handle(ended);
    await handle({ type: 'outcome.requested', version: 1, callId, run: 1 });
    expect(done).toEqual([
      'first call.ended',
      'second call.ended',
      'first outcome.requested',
      'second outcome.requested',
    ]);
  });

  test('waits for the last words, and goes on without them where their server is gone', async () => {
    let open = true;
    const { handle, clock, done } = harness({
      tokens: { openSession: async () => (open ? ({} as never) : null) },
    });
    const settled = handle(ended);
    for (let ms = 0; ms < 600; ms += 150) {
      for (let n = 0; n < 5; n += 1) await turn();
      clock.advance(150);
    }
    expect(done).toEqual([]);
    open = false;
    for (let n = 0; n < 5; n += 1) await turn();
    clock.advance(150);
    await settled;
    expect(done).toHaveLength(2);

    open = true;
    const lost = handle(ended);
    for (let ms = 0; ms <= 10_200; ms += 150) {
      for (let n = 0; n < 5; n += 1) await turn();
      clock.advance(150);
    }
    await lost;
    expect(done).toHaveLength(4);
  });

  test('a call that nobody answered is read once, and nobody waits for its last words', async () => {
    const openSession = vi.fn(async () => null);
    const find = vi.fn(async () => ({ ...call, answeredAt: null }));
    const { handle, done } = harness({ store: { find }, tokens: { openSession } });
    await handle({ ...ended, status: 'no-answer' });
    expect(openSession).not.toHaveBeenCalled();
    expect(find).toHaveBeenCalledTimes(1);
    expect(done).toHaveLength(2);
    // One that failed in the middle of a conversation has words to wait for.
    find.mockResolvedValue(call as never);
    await handle({ ...ended, status: 'failed' });
    expect(openSession).toHaveBeenCalledTimes(1);
  });

  test('a call that was deleted meanwhile may be brought back, and is looked at too', async () => {
    const { handle, done } = harness({ store: { find: async () => ({ ...call, mode: 'deleted' }) } });
    await handle(ended);
    expect(done).toHaveLength(2);
  });

  test('does nothing with a try, or a call that is gone', async () => {
    for (const found of [{ ...call, mode: 'try' as const }, null]) {
      const { handle, done } = harness({ store: { find: async () => found } });
      await handle(ended);
      expect(done).toEqual([]);
    }
  });

  test('a step that fails fails the event, and the later ones wait for the next try', async () => {
    const later = vi.fn();
    const { handle } = harness({ steps: [() => Promise.reject(new Error('no')), later] });
    await expect(handle(ended)).rejects.toThrow('no');
    expect(later).not.toHaveBeenCalled();
  });

  test('FU1 a wish not to be called that is stored after the end is looked at then, and before it not twice', async () => {
    const added = { type: 'dnc.added', version: 1, callId, unconfirmed: true } as const;
    const over = harness({ store: { find: async () => ({ ...call, status: 'completed' }) } });
    await over.handle(added);
    await over.handle({ ...added, unconfirmed: false });
    await over.handle({ ...added, callId: null });
    expect(over.done).toEqual(['detect dnc.added']);
    const live = harness({ store: { find: async () => ({ ...call, status: 'in-progress' }) } });
    await live.handle(added);
    expect(live.done).toEqual([]);
  });

  test('hands on the other events it knows, and leaves the rest', async () => {
    const { handle, done } = harness();
    await handle({ type: 'call.placed', version: 1, callId });
    await handle({ type: 'connection.recovered', version: 1, connectionId, kind: 'mail' });
    const made = { type: 'follow-up.created', version: 1, followUpId, callId, reason: 'callback' } as const;
    await handle({ ...made, urgent: true });
    await handle({ ...made, urgent: false });
    await handle({ type: 'follow-up.raised', version: 1, followUpId });
    await handle({ type: 'call.answered', version: 1, callId });
    expect(done).toEqual(['system connection.recovered', `mail ${followUpId}`, `mail ${followUpId}`]);
  });
});

describe('the steps', () => {
  const spoken = [
    {
      ordinal: 0,
      speaker: 'system' as const,
      message: notTransferredNote,
      interrupted: false,
      spokenAt: new Date(0),
    },
  ];
  const found = { reason: 'callback', urgentWhy: null, what: 'Call.', entry: 1, dueAt: null } as const;

  test('FU1 detection reads the stored call and adds what it finds', async () => {
    const added: NewFollowUp[] = [];
    const seen = vi.fn(() => [found]);
    const step = createDetectStep({
      work: {
        factsOf: async () => ({
          ...{ unanswered: ['Why?'], optOutUnconfirmed: true, transferFailed: false },
          changes: [{ id: 'call00001', title: 'Booked', ordinal: 1.5, doneAt: null }],
          toolSentences: [],
        }),
        add: async (rows) => {
          added.push(...rows);
          return [];
        },
      },
      detector: { detect: seen, reached: () => false },
      newFollowUps: createNewFollowUps(organizations),
      agents: { forCall: async () => null },
      organizations,
      transcripts: { read: async () => spoken },
    });
    await step(call, ended, new AbortController().signal);
    expect(seen).toHaveBeenCalledWith(
      expect.objectContaining({
        unanswered: ['Why?'],
        optOutUnconfirmed: true,
        transferFailed: true,
        transcript: spoken,
      }),
    );
    expect(added).toEqual([
      {
        ...found,
        tenantId: 'one',
        sourceKey: `call/${callId}/callback`,
        callId,
        number: '+15005550010',
        contactId: null,
        subjectId: null,
        dueAt: new Date('2026-10-13T14:00:00Z'),
      },
      expect.objectContaining({ sourceKey: `call/${callId}/tool_unknown/call00001` }),
    ]);
    await step({ ...call, answeredAt: null }, ended, new AbortController().signal);
    await step(call, { type: 'outcome.requested', version: 1, callId, run: 1 }, new AbortController().signal);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  test('FU4 a time that was asked for counts, but nobody in need waits for it', async () => {
    const wanted = new Date('2026-10-14T08:00:00Z');
    const make = createNewFollowUps(organizations);
    expect(await make(call, [])).toEqual([]);
    const [later] = await make({ ...call, direction: 'outbound' }, [{ ...found, dueAt: wanted }]);
    expect(later).toMatchObject({ dueAt: wanted, number: '+15005550006' });
    const [now] = await make(call, [{ ...found, dueAt: wanted, urgentWhy: 'pain' }]);
    expect(now?.dueAt).toEqual(new Date('2026-10-13T10:15:00Z'));
  });

  test('FU8 a call back closes its follow-up if a person was reached, and notes it otherwise', async () => {
    const closed = vi.fn(async () => {});
    const at = new ManualClock();
    const step = (reached: boolean) =>
      createCloseByCall({
        work: { closeByCall: closed },
        detector: { reached: () => reached },
        organizations,
        transcripts: { read: async () => spoken },
        clock: at,
      });
    const back = { ...call, followUpId };
    const { signal } = new AbortController();
    await step(true)(back, ended, signal);
    await step(false)(back, ended, signal);
    await step(true)(call, ended, signal);
    expect(closed.mock.calls).toEqual([
      [back, { reached: true, line: 'Called 13 Oct, 11:58: at another number.' }, at.now()],
      [back, { reached: false, line: 'Called 13 Oct, 11:58: nobody reached.' }, at.now()],
    ]);
  });

  test('FU9 a failing connection is somebody’s to look at, until it works again', async () => {
    const work = { add: vi.fn(async () => []), closeBySubject: vi.fn(async () => {}) };
    const system = createSystemFollowUps(work, organizations);
    const createdAt = new Date('2026-10-13T10:00:00Z');
    const about = { version: 1, connectionId, kind: 'phone' } as const;
    await system({
      ...{ id: 7, tenantId: 'one', createdAt },
      event: { type: 'connection.failing', ...about, problem: 'carrier_unreachable' },
    });
    expect(work.add).toHaveBeenCalledWith([
      expect.objectContaining({
        sourceKey: `connection/${connectionId}/7`,
        subjectId: connectionId,
        reason: 'connection_failing',
        what: `The phone account is failing: ${problemOf('carrier_unreachable').sentence}`,
        dueAt: new Date('2026-10-13T11:00:00Z'),
      }),
    ]);
    await system({
      ...{ id: 8, tenantId: 'one', createdAt },
      event: { type: 'connection.recovered', ...about },
    });
    expect(work.closeBySubject).toHaveBeenCalledWith('one', connectionId, createdAt);
  });

  test('FU9 WH7 a webhook endpoint that was switched off is somebody’s to look at, until it is on again', async () => {
    const work = { add: vi.fn(async () => []), closeBySubject: vi.fn(async () => {}) };
    const system = createSystemFollowUps(work, organizations);
    const createdAt = new Date('2026-10-13T10:00:00Z');
    const about = { version: 1, endpointId: connectionId } as const;
    await system({
      ...{ id: 7, tenantId: 'one', createdAt },
      event: { type: 'webhook.off', ...about, reason: 'gone' },
    });
    expect(work.add).toHaveBeenCalledWith([
      expect.objectContaining({
        sourceKey: `webhook/${connectionId}/7`,
        subjectId: connectionId,
        reason: 'webhook_off',
        what: 'A webhook endpoint was switched off: It answered that it is gone (410). Other software is not told of events.',
        dueAt: new Date('2026-10-13T11:00:00Z'),
      }),
    ]);
    await system({ ...{ id: 8, tenantId: 'one', createdAt }, event: { type: 'webhook.on', ...about } });
    expect(work.closeBySubject).toHaveBeenCalledWith('one', connectionId, createdAt);
  });
});
