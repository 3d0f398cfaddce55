import { emptyHttpTool } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { chatWire } from '../testing/model-providers/chat-wire.ts';
import { ProviderServer, type ProviderStep, type Shown } from '../testing/model-providers/provider-server.ts';
import {
  type HostileService,
  instructions,
  misbehaviours,
  openHostileService,
} from '../testing/tool-transports/hostile-service.ts';
import { createTool } from '../testing/tools/tool-requests.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let service: HostileService;
let provider: ProviderServer;
let agentId: string;

const moods = ['instructions', ...Object.keys(misbehaviours)];
const toolName = (mood: string) => `look_up_${mood.replaceAll('-', '_')}`;

/** Looks up what it is asked for, and goes on talking whatever comes back. */
function model({ said, results }: Shown): readonly ProviderStep[] {
  const heard = said.join('\n');
  const mood = /Please look up (\S+)\./.exec(heard)?.[1];
  if (mood === undefined) return [{ say: 'What can I look up for you?' }];
  if (results.length === 0) return [{ call: toolName(mood), input: {} }];
  if (/that is all/.test(heard))
    return [{ say: 'Thank you. Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }];
  return [{ say: 'I have looked. Is there anything else?' }];
}

beforeAll(async () => {
  service = await openHostileService((_, response) => {
    const answer = JSON.stringify({ order: instructions });
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  provider = await ProviderServer.start(chatWire, model);
  voice = await openVoiceDesk(
    {},
    {
      ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: `${provider.origin}/v1`, LLM_MODEL: 'emulated' },
      OPENAI_API_KEY: 'test-key',
    },
  );
  const use: { id: string }[] = [];
  for (const mood of moods)
    use.push({
      id: await createTool(voice.client, {
        ...emptyHttpTool(toolName(mood)),
        ...{
          purpose: 'Looks up an order.',
          address: `http://127.0.0.1:${service.port}/${mood}`,
          limitSeconds: 1,
        },
      }),
    });
  const agents = new AgentRequests(voice.client);
  ({ id: agentId } = await agents.create('Orders'));
  await agents.save(agentId, (config) => {
    config.opening.outbound = 'Hello, this is the AI assistant.';
    config.tools = { use, texts: [] };
  });
  expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await voice.stop();
  await provider.stop();
  await service.close();
});

test.each(moods)('the talk goes on after a tool that answers: %s', async (mood) => {
  const number = `+1500555${3_200 + moods.indexOf(mood)}`;
  voice.lab.callees.define(number, {
    ...{ name: number, manners: false, patienceMs: 'endless' },
    script: [{ wait: 'agent' }, { say: `Please look up ${mood}.` }],
    answers: [
      { when: 'look up for you', say: `Please look up ${mood}.` },
      { when: 'anything else', say: 'No, that is all.' },
    ],
  });
  voice.lab.callees.setNumber(number, number);
  const id = await voice.client.placeAccepted(number, { agentId, message: 'Ask what they need.' });
  await voice.client.waitUntilEnded(id);
  const said = async () => transcriptOf(await voice.client.call(id)).join('\n');
  await expect.poll(said).toMatch(/agent: Thank you\. Goodbye\.$/);
  expect(await said()).toContain('agent: I have looked. Is there anything else?');
  const [row] = (await voice.client.call(id)).toolCalls ?? [];
  expect(row).toMatchObject({ name: toolName(mood), input: {} });
  expect(row?.state).not.toBe('running');
  expect(Buffer.byteLength(row?.answer ?? '')).toBeLessThanOrEqual(8_192);
  const told = provider.shown.flatMap(({ results, said }) =>
    said.join().includes(` ${mood}.`) ? results : [],
  );
  for (const result of told) expect(Buffer.byteLength(result)).toBeLessThan(10_000);
  // What an answer demands is not done.
  expect(voice.lab.calls().filter(({ to }) => to === '+15005550999')).toEqual([]);
});
