import { expect, test } from 'vitest';
import { RecordingLog } from '../../../../testing/voice/relay/relay-harness.ts';
import { LostTries } from './lost-tries.ts';

function lostTries(status: string, { becomes = 'failed', failing = false } = {}) {
  const done: string[] = [];
  const call = { id: 'c', tenantId: 't', status, carrierSid: null };
  const log = new RecordingLog();
  const lost = new LostTries({
    tries: {
      findLost: async () => {
        if (failing) throw new Error('The database is away.');
        return [{ call, channel: 'text' }] as never;
      },
    },
    life: {
      apply: async (_ref, event) => {
        done.push(event.type);
        return { call: { ...call, status: becomes }, changed: true } as never;
      },
    },
    finishTry: { serverGone: async (ended) => void done.push(`finish ${ended.status}`) },
    exclusive: {
      run: async (_name, work) => {
        await work();
        return true;
      },
    },
    lookEveryMs: 1,
    clock: { now: () => new Date(0), time: () => 0, after: () => () => {} },
    log,
  });
  return { lost, done, log };
}

test('AG24: a try by text whose server is gone is ended, and its cost added up', async () => {
  const { lost, done } = lostTries('in-progress');
  await lost.round();
  expect(done).toEqual(['noted', 'carrier', 'finish failed']);
});

test('AG24: a try whose server died between the end of its call and its own end is ended', async () => {
  const { lost, done } = lostTries('completed');
  await lost.settleOne({ tenantId: 't', callId: 'c' });
  expect(done).toEqual(['finish completed']);
});

test('AG24: a call that went on after all keeps its try', async () => {
  const { lost, done } = lostTries('in-progress', { becomes: 'in-progress' });
  await lost.round();
  expect(done).not.toContainEqual(expect.stringContaining('finish'));
});

test('a round that fails says so and does not end the server', async () => {
  const { lost, log } = lostTries('completed', { failing: true });
  await lost.round();
  expect(log.lines).toMatchObject([{ level: 'warn' }]);
});
