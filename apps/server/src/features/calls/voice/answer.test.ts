import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import { type AnswerDeps, createConnectSession } from './answer.ts';

const call = { id: 'c1', tenantId: 'one', engine: 'realtime' } as CallRecord;

function open(recording: AgentProfile['recording'], isPossible = true) {
  const agent = { language: 'en-US', ...(recording && { recording }) } as AgentProfile;
  const begin = vi.fn(async () => true);
  const write = vi.fn(async () => {});
  const connect = createConnectSession({
    agents: { forCall: async () => agent } as unknown as AnswerDeps['agents'],
    tokens: { issue: async () => 'token' } as unknown as AnswerDeps['tokens'],
    voiceProviders: { speechEngineFor: () => ({}) } as unknown as AnswerDeps['voiceProviders'],
    recordings: { begin, isPossible: () => isPossible },
    transcripts: { write, addNote: async () => {} },
    clock: new ManualClock(),
  });
  return { connect, begin, write };
}

test('RC1: a call of an agent that is not recorded stores and asks nothing about recording', async () => {
  const { connect, begin, write } = open(undefined);
  expect(await connect(call, 1)).not.toHaveProperty('recorded');
  expect([begin.mock.calls.length, write.mock.calls.length]).toEqual([0, 0]);
});

test('RC2, RC13: a recording begins with the first session, announced or after a yes', async () => {
  const announced = open('announce');
  expect(await announced.connect(call, 1)).toMatchObject({ kind: 'stream', recorded: true });
  expect(announced.begin).toHaveBeenCalledExactlyOnceWith(call, 'announce');
  expect(await announced.connect(call, 2)).not.toHaveProperty('recorded');
  const asking = open('ask');
  expect(await asking.connect(call, 1)).toMatchObject({ kind: 'ask', attempt: 1 });
  expect(await asking.connect(call, 1, 'refused')).not.toHaveProperty('recorded');
  expect(asking.begin).not.toHaveBeenCalled();
  expect(await asking.connect(call, 1, 'granted')).toMatchObject({ kind: 'stream', recorded: true });
  expect(asking.begin).toHaveBeenCalledExactlyOnceWith(call, 'ask');
});

test('RC13: nobody is asked where nothing can be recorded', async () => {
  expect(await open('ask', false).connect(call, 1)).toMatchObject({ kind: 'stream' });
});

test('RC13: a sales call is neither asked nor recorded where it would be asked: what is said to the question opts nobody out', async () => {
  const sales = { ...call, purpose: 'sales', direction: 'outbound' } as CallRecord;
  const { connect, begin, write } = open('ask');
  const opened = await connect(sales, 1);
  expect(opened).toMatchObject({ kind: 'stream' });
  expect(opened).not.toHaveProperty('recorded');
  expect([begin.mock.calls.length, write.mock.calls.length]).toEqual([0, 0]);
  expect(await open('announce').connect(sales, 1)).toMatchObject({ kind: 'stream', recorded: true });
  expect(await connect({ ...sales, direction: 'inbound' }, 1)).toMatchObject({ kind: 'ask' });
});
