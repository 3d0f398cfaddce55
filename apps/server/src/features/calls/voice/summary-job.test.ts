import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { SummaryMaterial } from '../../../ports/voice-summary.ts';
import { callTimes } from '../call-times.ts';
import { createSummaryJob, type SummaryDeps } from './summary-job.ts';

const call = {
  ...{ id: 'c', tenantId: 't', agentId: null, status: 'completed', summaryState: 'none', reason: null },
  ...{ instructions: 'Say hello.', createdAt: new Date(0), answeredAt: new Date(0) },
  ...{ direction: 'outbound', from: '+15005550006', to: '+12025550123' },
} as unknown as CallRecord;

const agent = {
  ...{ tenantId: 't', id: 'gs-dental', displayName: 'GS Dental' },
  config: { speech: { language: 'en-US', otherLanguages: [] } },
} as unknown as AgentProfile;

/**
 * A job whose model never says a word, until its request is given up. `open`: the session of the call is not finished;
 * `heldFor`: its server holds it for so many milliseconds.
 */
function silentModel(open = false, said = 'Hello?', now: Partial<CallRecord> = {}, heldFor = 0) {
  const clock = new ManualClock();
  const kept: unknown[] = [];
  const looks: Date[] = [];
  const zones: string[] = [];
  const listed: unknown[] = [];
  const notes: string[] = [];
  const began = clock.now().getTime();
  let isOpen = open;
  const deps = {
    clock,
    times: callTimes,
    organizations: {
      of: async (tenantId: string) => ({ timeZone: tenantId === 't' ? 'Asia/Tokyo' : 'UTC' }),
    },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    store: {
      find: async () => ({ ...call, ...now }),
      hasEvent: async () => false,
      change: async (_ref: unknown, decide: (now: CallRecord) => { changes: object } | null) =>
        void kept.push(decide(call)?.changes),
    },
    tokens: {
      sessions: async () => [{ session: 1, askedAt: new Date(0), endedAt: null, lost: false }],
      openSession: async () => {
        looks.push(clock.now());
        return isOpen ? { tenantId: 't', callId: 'c', session: 1 } : null;
      },
      finish: async () => {
        isOpen = false;
      },
    },
    agents: { forCall: async () => (open || Object.keys(now).length > 0 ? agent : null) },
    directory: { find: async () => (clock.now().getTime() - began < heldFor ? {} : null) },
    doNotCall: {
      add: async (_tenantId: string, entry: unknown) => void listed.push(entry),
    },
    life: { apply: async () => {} },
    transcripts: {
      read: async () => [{ speaker: 'user', message: said, interrupted: false, spokenAt: new Date(0) }],
      addNote: async (_call: unknown, note: string) => void notes.push(note),
    },
    summarizerFor: () => ({
      name: 'silent',
      summarize: (material: SummaryMaterial, signal: AbortSignal) => {
        zones.push(material.timeZone);
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
      },
    }),
  } as unknown as SummaryDeps;
  const run = (useFallback: boolean, sentAt = clock.now()) =>
    createSummaryJob(deps)({ callId: 'c' }, { signal: new AbortController().signal, useFallback, sentAt });
  const wait = async (ms: number) => {
    for (let step = 0; step < 10; step += 1) await turn();
    clock.advance(ms);
  };
  /** The server has stored the end of the session. */
  const finish = () => {
    isOpen = false;
  };
  return { clock, finish, kept, listed, looks, notes, zones, run, wait };
}

test('a model that never answers does not hold a summary until the job expires', async () => {
  const { run, wait } = silentModel();
  const failed = expect(run(false)).rejects.toThrow('The summary took too long.');
  await wait(callTimes.summary);
  await failed;
});

test('OR13: a summary tells the time of the call in the zone of its organization', async () => {
  const { run, wait, zones } = silentModel();
  const done = run(true);
  await wait(callTimes.summary);
  await done;
  expect(zones).toEqual(['Asia/Tokyo']);
});

test('after the last try the summary quotes the transcript', async () => {
  const { run, wait, kept } = silentModel();
  const done = run(true);
  await wait(callTimes.summary);
  await done;
  expect(kept.at(-1)).toMatchObject({ summaryState: 'ready', summary: expect.stringContaining('Hello?') });
});

test('a summary that has waited behind others does not wait again for a server that is gone', async () => {
  const { run, wait, clock, kept, looks } = silentModel(true);
  const done = run(true, new Date(clock.now().getTime() - callTimes.settle));
  await wait(0);
  expect(looks).toHaveLength(1);
  expect(kept).toEqual([{ summary: null, summaryState: 'pending' }]);
  await wait(callTimes.summary);
  await done;
});

test.each([
  ['Please do not call me again.', ['+12025550123']],
  ['Call me again on Monday.', []],
])('DN10: %s, said to a server that was killed, is not lost', async (said, numbers) => {
  const { run, wait, clock, listed } = silentModel(true, said);
  const done = run(true, new Date(clock.now().getTime() - callTimes.settle));
  await wait(callTimes.summary);
  await done;
  expect(listed).toEqual(
    numbers.map((number) => ({ number, source: 'call c', callId: 'c', unconfirmed: false })),
  );
});

test('DN10: a server that still stores what it was told is not declared stopped', async () => {
  const { run, wait, finish, notes, clock } = silentModel(true, 'Please do not call me again.', {}, 40_000);
  const done = run(true);
  for (let ms = 0; ms < 30_000; ms += 150) await wait(150);
  expect(notes).toEqual([]);
  finish();
  for (let ms = 0; ms < callTimes.summary + 1_000; ms += 10_000) await wait(10_000);
  await done;
  expect(notes).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
});

test('DN10: a server that holds a session for ever does not hold its summary up for ever', async () => {
  const { run, wait, notes } = silentModel(true, 'Hello?', {}, Number.POSITIVE_INFINITY);
  const done = run(true);
  for (let ms = 0; ms < callTimes.settleHeld + 1_000; ms += 150) await wait(150);
  expect(notes).toEqual(['The server stopped during the call.']);
  await wait(callTimes.summary);
  await done;
});

test.each<[string, string, Partial<CallRecord>, string[]]>([
  ['that a resumed session was told of', 'Stop calling me.', { session: 2 }, ['+12025550123']],
  ['that its session has noted', 'Lose my number.', { reason: 'do_not_call' }, ['+12025550123']],
  ['that its session has answered', 'Stop calling me.', { session: 1 }, []],
])('DN10: a refusal %s and nobody could store is kept after the call', async (_, said, now, numbers) => {
  const { run, wait, listed } = silentModel(false, said, now);
  const done = run(true);
  await wait(callTimes.summary);
  await done;
  expect(listed).toMatchObject(numbers.map((number) => ({ number })));
});
