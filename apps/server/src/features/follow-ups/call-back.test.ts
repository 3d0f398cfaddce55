import { examples, type FollowUp } from '@parley/contract';
import { expect, test } from 'vitest';
import { createCallBack, instructionsFor } from './call-back.ts';

const { followUp: exampleFollowUp } = examples.getFollowUp.response as { followUp: FollowUp };
const entry = (ordinal: number, speaker: 'agent' | 'user', message: string) => ({
  ...{ ordinal, speaker, message, interrupted: false, timestamp: '2026-10-13T22:30:00.000Z' },
});
const call = {
  createdAt: '2026-10-13T22:30:00.000Z',
  transcript: [
    entry(0, 'agent', 'How can I help you?'),
    entry(1, 'user', 'Hello.'),
    entry(2, 'agent', 'Hello.'),
    entry(3, 'user', 'I need an  appointment “soon”.'),
    entry(4, 'agent', 'When?'),
    entry(5, 'user', 'On Tuesday.'),
  ],
};

test('FU7 instructions quote what was said from the entry on, with the day of the organization', () => {
  expect(instructionsFor(exampleFollowUp, call, 'Europe/Berlin')).toBe(
    [
      'Call Ada Weber back about this.',
      'Wants an appointment: next Tuesday morning.',
      'On 14 October they said: “I need an appointment "soon".” “On Tuesday.”',
      'Ask whether it is solved.',
    ].join('\n'),
  );
});

test('FU7 without a call, and where several people share the number, they name nobody', () => {
  const shared = { ...exampleFollowUp, contact: { id: null, name: 'Ada Weber', others: 1 } };
  expect(instructionsFor(shared, null, 'UTC')).toBe(
    'Call back about this.\nWants an appointment: next Tuesday morning.\nAsk whether it is solved.',
  );
});

test('FU7 long conversations are quoted in part', () => {
  const long = Array.from({ length: 40 }, (_, at) => entry(at, 'user', 'word '.repeat(100)));
  const text = instructionsFor(exampleFollowUp, { ...call, transcript: long }, 'UTC');
  expect(text.length).toBeLessThan(2_000);
});

const agent = (id: string, publishedVersion: number | null, archivedAt: Date | null = null) =>
  ({ id, publishedVersion, archivedAt }) as never;
const callBack = (followUp = exampleFollowUp, agents = [agent('one', 1)], agentId: string | null = 'one') =>
  createCallBack({
    store: { get: async () => followUp },
    calls: { detail: async () => ({ ...call, agentId }) as never },
    agents: { list: async () => agents },
    organizations: { of: async () => ({ timeZone: 'UTC' }) as never },
    named: async (_tenantId, followUps) => [...followUps],
  })('tenant', followUp.id);

test('FU7 the agent is that of the call, or the only one that makes calls, or left open', async () => {
  expect((await callBack()).agentId).toBe('one');
  expect((await callBack(exampleFollowUp, [agent('one', null), agent('two', 1)])).agentId).toBe('two');
  expect(
    (await callBack(exampleFollowUp, [agent('one', 1, new Date()), agent('two', 1), agent('three', 1)]))
      .agentId,
  ).toBeNull();
});

test('FU7 what is done or has no number is not called back', async () => {
  await expect(callBack({ ...exampleFollowUp, state: 'done' })).rejects.toMatchObject({
    code: 'follow_up_done',
  });
  await expect(callBack({ ...exampleFollowUp, number: null })).rejects.toMatchObject({ code: 'no_number' });
});
