import type { Calling } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { englishPhrases } from '../src/voice/session/settings.ts';
import { type Answer, type ModelRequest, ModelServer } from '../testing/ai-sdk/model-server.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { LocalServer } from '../testing/local-models/local-model-server.ts';
import { openRealDesk, type RealDesk } from '../testing/real-desk.ts';
import { openVoiceDesk, speed, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

/** What the model answers in a conversation. A check of the model is answered as a good one does. */
let turns: (turn: number, request: ModelRequest) => Answer | Promise<Answer>;
let turn = 0;
const goodbye: Answer = [{ say: 'Thank you. Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }];
const answer = (request: ModelRequest) => {
  if (!request.stream) return [{ say: '**They will come.**' }];
  if (request.messages.some(({ content }) => String(content).includes('can you hear me')))
    return [{ say: 'Yes.' }];
  if (request.tools?.some((tool) => tool.function.name === 'hang_up'))
    return [{ call: 'hang_up', input: { reason: 'goodbye' } }];
  turn += 1;
  return turns(turn, request);
};
const chat = ModelServer.unstarted(answer);
let cloud: ModelServer;
const local = new LocalServer('ollama', ['llama3.2', 'mistral'], chat.listener);
const conversed = () =>
  chat.requests.filter(({ messages }) => JSON.stringify(messages).includes('on Monday')).length;

beforeAll(async () => {
  await local.start();
  cloud = await ModelServer.start(answer, 'first-key');
});
afterAll(async () => {
  await local.stop();
  await cloud.stop();
});
beforeEach(async () => {
  turn = 0;
  turns = (number) => (number === 1 ? [{ say: 'Will you come on Monday?' }] : goodbye);
  await local.start();
});

let lastNumber = 100;
/** One that may be called for real too. */
const newNumber = () => `+12025550${++lastNumber}`;
const place = (client: DeskClient) =>
  client.place(newNumber(), { message: 'Ask whether they will come on Monday.' });
const callingOf = async (client: DeskClient): Promise<Calling> =>
  (await client.request('GET', '/api/calling')).body.calling;
const talk = async (client: DeskClient) => {
  const placed = await place(client);
  expect(placed).toMatchObject({ status: 200 });
  return client.waitUntilEnded(placed.body.callId);
};
const modelOf = async (client: DeskClient) =>
  (await client.request('GET', '/api/connections')).body.connections.model;
const connect = async (
  client: DeskClient,
  model: string,
  where: object = { baseUrl: local.url, key: null },
) => {
  const now = await modelOf(client);
  const replaces = now.id === undefined ? null : { id: now.id, revision: now.revision };
  const entered = { provider: 'openai-compatible', ...where, model };
  return client.request('POST', '/api/connections/model', { ...entered, replaces });
};
/** Stops in the middle of an answer, so that asking again finds nobody. */
const stopNow = (): Answer => {
  void local.stop();
  return ['cut'];
};

describe('in the sandbox', () => {
  let voice: VoiceDesk;
  let client: DeskClient;
  beforeAll(async () => {
    const hosts = { LOCAL_MODEL_PORTS: String(local.port), TOOL_HOSTS: new URL(cloud.url).host };
    voice = await openVoiceDesk({}, hosts);
    client = voice.client;
  });
  afterAll(() => voice.stop());

  test('CN22: a model on this machine is found at the start, and never used unasked', async () => {
    await expect
      .poll(async () => (await client.request('GET', '/api/connections/local-models')).body.found)
      .toEqual([{ server: 'ollama', url: local.url, models: ['llama3.2', 'mistral'] }]);
    expect((await talk(client)).status).toBe('completed');
    expect(chat.requests).toHaveLength(0);
    expect(await callingOf(client)).toMatchObject({ side: 'sandbox', speaker: 'scripted', note: null });
  });

  test('let speak by a person, it speaks; a call keeps it though another is chosen meanwhile', async () => {
    expect(await connect(client, 'llama3.2')).toMatchObject({
      status: 200,
      body: {
        connections: { model: { state: 'connected', shown: { model: 'llama3.2', onThisMachine: true } } },
      },
    });
    expect(await callingOf(client)).toMatchObject({ speaker: 'model', speakerName: 'llama3.2', note: null });
    const models: string[] = [];
    let replaced: ReturnType<typeof connect> | null = null;
    turns = (number, { model }) => {
      models.push(model);
      if (number === 1) replaced = connect(client, 'mistral');
      return number < 3 ? [{ say: 'Will you come on Monday?' }] : goodbye;
    };
    expect(transcriptOf(await talk(client))).toContain('agent: Will you come on Monday?');
    expect(await replaced).toMatchObject({ status: 200 });
    expect(new Set(models)).toEqual(new Set(['llama3.2']));
    turn = 5;
    await talk(client);
    expect(models.at(-1)).toBe('mistral');
  });

  test('a key that is replaced during a call is used by its next turn', async () => {
    const connected = await connect(client, 'elsewhere', { baseUrl: cloud.url, key: 'first-key' });
    const { id, revision } = connected.body.connections.model;
    let replaced: unknown = null;
    turns = async (number) => {
      if (number === 1) {
        cloud.key = 'second-key';
        const answer = await client.request('PUT', `/api/connections/${id}/secret`, {
          ...{ revision, secret: 'second-key' },
        });
        replaced = answer.status;
      }
      return number < 3 ? [{ say: 'Will you come on Monday?' }] : goodbye;
    };
    expect(await talk(client)).toMatchObject({ status: 'completed', reason: null });
    expect(replaced).toBe(200);
    expect(turn).toBeGreaterThanOrEqual(3);
    expect(await connect(client, 'mistral')).toMatchObject({ status: 200 });
  });

  test('stopped in a call: an apology and a goodbye at once; then the scripted agent, and it is said; then back', async () => {
    const abort = new AbortController();
    const events = await client.events(abort.signal);
    turns = (number) => (number === 1 ? [{ say: 'Will you come on Monday?' }] : stopNow());
    const call = await talk(client);
    await expect.poll(async () => (await client.call(call._id)).reason).toBe('agent_failed');
    const ended = await client.call(call._id);
    expect(transcriptOf(ended)).toEqual(expect.arrayContaining([`agent: ${englishPhrases.apology}`]));
    expect(silenceBefore(ended, englishPhrases.apology) * speed).toBeLessThan(4_500);

    await expect.poll(async () => (await callingOf(client)).note?.code).toBe('model_stopped');
    expect(await callingOf(client)).toMatchObject({ side: 'sandbox', speaker: 'scripted', refused: null });
    expect(await modelOf(client)).toMatchObject({ state: 'failing', problem: { code: 'model_unreachable' } });
    const before = conversed();
    expect((await talk(client)).status).toBe('completed');
    expect(conversed()).toBe(before);

    await local.start();
    await expect.poll(async () => (await callingOf(client)).note).toBeNull();
    expect(await callingOf(client)).toMatchObject({ speaker: 'model', speakerName: 'mistral' });
    expect(await modelOf(client)).toMatchObject({ state: 'connected' });
    const told = events.seen.filter((event) => event.type === 'list.changed' && event.list === 'connections');
    expect(told.length).toBeGreaterThanOrEqual(2);
    [turn, turns] = [0, () => goodbye];
    await talk(client);
    expect(conversed()).toBeGreaterThan(before);
    abort.abort();
  });
});

describe('on real calls', () => {
  let desk: RealDesk;
  let client: DeskClient;
  beforeAll(async () => {
    // The other party runs by the clock of the lab, the agent by that of the machine, which may be busy.
    desk = await openRealDesk({ speed: 5 }, { LOCAL_MODEL_PORTS: String(local.port) });
    client = desk.as();
    expect(await connect(client, 'llama3.2')).toMatchObject({ status: 200 });
    expect(await desk.organization.connect(desk.lab.phoneNumbers.slice(0, 1))).toMatchObject({ status: 200 });
    await desk.organization.goLive();
  });
  afterAll(() => desk.stop());

  test('stopped: the live call ends with an apology, new ones are refused in words, nothing else speaks; then back', async () => {
    turns = (number) => (number === 1 ? [{ say: 'Will you come on Monday?' }] : stopNow());
    const call = await talk(client);
    await expect.poll(async () => (await client.call(call._id)).reason).toBe('agent_failed');
    expect(transcriptOf(await client.call(call._id))).toEqual(
      expect.arrayContaining([`agent: ${englishPhrases.apology}`]),
    );
    const dialled = desk.lab.calls().length;
    const refused = await place(client);
    expect(refused).toMatchObject({ status: 503, body: { code: 'model_failing' } });
    expect(refused.body.error).toMatch(/does not answer/);
    expect(await callingOf(client)).toMatchObject({
      side: 'real',
      refused: { code: 'model_failing' },
      speaker: 'none',
    });
    expect(desk.lab.calls()).toHaveLength(dialled);

    await local.start();
    [turn, turns] = [0, () => goodbye];
    await expect.poll(async () => (await callingOf(client)).refused).toBeNull();
    expect((await talk(client)).status).toBe('completed');
  });
});

/** Real milliseconds between an entry and what was said before it. */
function silenceBefore({ transcript }: Awaited<ReturnType<DeskClient['call']>>, message: string): number {
  const at = transcript.findIndex((entry) => entry.message === message);
  const [before, entry] = [transcript[at - 1], transcript[at]];
  if (!before || !entry) throw new Error('not said');
  return Date.parse(entry.timestamp) - Date.parse(before.timestamp);
}
