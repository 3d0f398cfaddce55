import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LanguageModel, ReplyPart } from '../src/ports/language-model.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk, waitForSummary } from '../testing/voice-desk.ts';

let voice: VoiceDesk;

/** Breaks its contract with the session: its text is no string, so the session machine throws. */
const broken: LanguageModel = {
  name: 'broken',
  async *reply(): AsyncIterable<ReplyPart> {
    yield { type: 'text', text: 'Just a ' };
    yield { type: 'text', text: null as never };
  },
};

beforeAll(async () => {
  voice = await openVoiceDesk({ speed: 5 }, {}, (ports) => ({
    ...ports,
    voiceProviders: {
      ...ports.voiceProviders,
      modelFor: (call, agent) =>
        agent.id === 'gs-dental' ? ports.voiceProviders.modelFor(call, agent) : broken,
    },
  }));
});
afterAll(() => voice.stop());

test('a session that crashes ends alone: the others go on, and the call has the reason', async () => {
  const { client, lab, log } = voice;
  const linesBefore = log.length;
  const message = 'Remind them of the check-up on Tuesday and ask whether they will come.';
  const healthy = await Promise.all(
    ['+15005559101', '+15005559102', '+15005559103'].map((number) =>
      client.placeAccepted(number, { message }),
    ),
  );
  await Promise.all(healthy.map((id) => client.waitForStatus(id, 'in-progress')));
  const crashing = await client.placeAccepted('+15005559104', { agentId: 'kuzco', message });
  const crashed = await client.waitUntilEnded(crashing, { because: 'agent_failed' });

  expect(crashed).toMatchObject({ status: 'completed', reason: 'agent_failed' });
  const record = lab.calls().find(({ to }) => to === '+15005559104');
  expect(record?.status).toBe('completed');
  const crashes = log.slice(linesBefore).filter((line) => line.includes('voice session crashed'));
  expect(crashes).toHaveLength(1);
  await expect
    .poll(async () => transcriptOf(await client.call(crashing)).at(-1))
    .toBe('system: The agent could not go on with the conversation.');

  await Promise.all(healthy.map((id) => client.waitUntilEnded(id)));
  const calls = await Promise.all(healthy.map((id) => waitForSummary(client, id)));
  for (const call of calls) {
    expect(call).toMatchObject({ status: 'completed', reason: null });
    expect(transcriptOf(call)).toContain('user: Yes, I will be there.');
    expect(transcriptOf(call).at(-1)).toMatch(/Goodbye\.$/);
  }
});
