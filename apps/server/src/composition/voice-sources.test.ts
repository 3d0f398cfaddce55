import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type ModelRequest, ModelServer, noOutcome } from '../../testing/ai-sdk/model-server.ts';
import { collect, exampleRequest, textOf } from '../../testing/language-model-contract.ts';
import { RealtimeService } from '../../testing/realtime/realtime-service.ts';
import { readConfig } from '../config/config.ts';
import type { CallWithVoice } from '../features/calls/voice/voice-providers.ts';
import type { AgentProfile } from '../ports/agent-store.ts';
import { wallClock } from '../ports/clock.ts';
import type { ConnectionSettings, StoredConnection } from '../ports/connections.ts';
import type { ModelFailure } from '../ports/language-model.ts';
import { openVoiceSources } from './voice-sources.ts';

const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const agent = { model: null } as AgentProfile;
const call: CallWithVoice = { tenantId: 'a', voiceSource: null, carrier: 'real', engine: 'relay' };
const inSandbox: CallWithVoice = { ...call, carrier: 'lab' };

let server: ModelServer;
let stored: Map<string, StoredConnection>;
let modelOfTenant: string | null;
let failures: [string, ModelFailure][];
let refusal: Answer | null;
beforeEach(async () => {
  server = await ModelServer.start(({ model }: ModelRequest) => refusal ?? [{ say: `I am ${model}.` }]);
  [stored, modelOfTenant, failures, refusal] = [new Map(), null, [], null];
});
afterEach(() => server.stop());

function connected(id: string, over: object = {}, key = 'test-key', tenantId = 'a'): void {
  const settings = {
    ...{ version: 1, kind: 'model', provider: 'openai-compatible', baseUrl: server.url, model: 'own' },
    ...{ onThisMachine: true, ...over },
  } as ConnectionSettings;
  const secrets = new Map([['key', { value: key, earlier: null, setAt: new Date() }]]);
  stored.set(id, { tenantId, id, settings, secrets, state: 'active' } as unknown as StoredConnection);
}

const open = (env: NodeJS.ProcessEnv = {}) =>
  openVoiceSources({
    config: readConfig(env),
    connection: (id) => stored.get(id) ?? null,
    modelOf: () => modelOfTenant,
    onFailure: ({ id }, failure) => void failures.push([id, failure]),
    ...{ clock: wallClock, log },
  });

const environment = () => ({
  LLM_BASE_URL: server.url,
  LLM_MODEL: 'of-the-environment',
  OPENAI_API_KEY: 'test-key',
});
const say = async (model: Parameters<typeof collect>[0] | null | undefined) =>
  model ? textOf(await collect(model, exampleRequest(['Hello?']))) : null;

describe('what speaks on a call', () => {
  test('the source that it began with, though another one is connected now', async () => {
    connected('one', { model: 'first' });
    connected('two', { model: 'second' });
    modelOfTenant = 'two';
    const { modelFor } = await open(environment());
    expect(await say(modelFor({ ...call, voiceSource: 'one' }, agent))).toBe('I am first.');
    expect(await say(modelFor({ ...call, voiceSource: 'two' }, agent))).toBe('I am second.');
    expect(await say(modelFor({ ...call, voiceSource: 'environment' }, agent))).toBe(
      'I am of-the-environment.',
    );
  });

  test('a key that is replaced applies to calls that are up', async () => {
    connected('one', {}, 'old-key');
    const { modelFor } = await open();
    const model = modelFor({ ...call, voiceSource: 'one' }, agent);
    await expect(say(model)).rejects.toMatchObject({ reason: 'key' });
    connected('one', {}, 'test-key');
    expect(await say(model)).toBe('I am own.');
  });

  test('a model of another organization never speaks, nor one that is gone', async () => {
    connected('one', {}, 'test-key', 'b');
    const { modelFor, speechEngineFor } = await open(environment());
    expect(modelFor({ ...call, voiceSource: 'one' }, agent)).toBeNull();
    expect(modelFor({ ...call, voiceSource: 'gone' }, agent)).toBeNull();
    expect(speechEngineFor({ ...call, engine: 'realtime', voiceSource: 'one' })).toBeNull();
  });

  test('the scripted agent never speaks on a real call', async () => {
    const { modelFor } = await open();
    for (const voiceSource of ['scripted', null]) {
      expect(modelFor({ ...call, voiceSource }, agent)).toBeNull();
      expect(modelFor({ ...inSandbox, voiceSource }, agent)?.name).toBe('scripted');
      expect(modelFor({ ...inSandbox, carrier: 'text', voiceSource }, agent)?.name).toBe('scripted');
    }
  });

  test('a call of an earlier release is spoken on by the environment', async () => {
    const { modelFor } = await open(environment());
    expect(await say(modelFor(call, agent))).toBe('I am of-the-environment.');
  });

  test('an agent may ask for a model of its own', async () => {
    connected('one');
    const { modelFor } = await open();
    const wanted = { model: 'larger' } as AgentProfile;
    expect(await say(modelFor({ ...call, voiceSource: 'one' }, wanted))).toBe('I am larger.');
  });

  test('a failure of a connected model is reported with its connection', async () => {
    connected('one', {}, 'wrong');
    const { modelFor } = await open();
    await expect(say(modelFor({ ...call, voiceSource: 'one' }, agent))).rejects.toThrow();
    expect(failures).toMatchObject([['one', { kind: 'refused', reason: 'key' }]]);
  });

  test('a speech service that refuses the key is reported with its connection, and to the conversation', async () => {
    const service = await RealtimeService.start();
    service.refuseHandshakes(401);
    connected('one', { kind: 'speech', url: service.url, model: 'gpt-realtime-2.1' });
    const { speechEngineFor } = await open({ TOOL_HOSTS: '127.0.0.1' });
    const engine = speechEngineFor({ ...call, engine: 'realtime', voiceSource: 'one' });
    const connect = (model: string | null) =>
      new Promise((lost) => {
        const brief = { prompt: '', tools: [], voice: null, language: 'en', history: [], model };
        engine?.connect(brief, { event: () => {}, lost });
      });
    expect(await connect(null)).toMatchObject({ detail: 'http_401' });
    expect(failures).toMatchObject([['one', { reason: 'key' }]]);
    // One that an agent asks for itself says nothing of the others.
    expect(await connect('gpt-realtime-2')).toMatchObject({ detail: 'http_401' });
    expect(failures).toHaveLength(1);
    await service.stop();
  });

  test("a wrong model name of one agent does not stop the organization's calls", async () => {
    connected('one');
    const { modelFor } = await open();
    const asked = (model: string) =>
      say(modelFor({ ...call, voiceSource: 'one' }, { model } as AgentProfile));
    refusal = { status: 404, body: 'The model misspelt does not exist' };
    await expect(asked('misspelt')).rejects.toMatchObject({ reason: 'model' });
    refusal = { status: 403, body: 'Not for this project.' };
    await expect(asked('not-for-us')).rejects.toMatchObject({ reason: 'key' });
    expect(failures).toEqual([]);
    // What concerns everybody is told, whoever meets it.
    refusal = { status: 402, body: '' };
    await expect(asked('larger')).rejects.toMatchObject({ reason: 'credit' });
    refusal = { status: 404, body: 'The model own does not exist' };
    await expect(asked('own')).rejects.toMatchObject({ reason: 'model' });
    expect(failures).toMatchObject([
      ['one', { reason: 'credit' }],
      ['one', { reason: 'model' }],
    ]);
  });

  test('a connected address is guarded: this machine only where the model was found on it', async () => {
    connected('one', { onThisMachine: false });
    const { modelFor } = await open();
    await expect(say(modelFor({ ...call, voiceSource: 'one' }, agent))).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('who reads the outcome', () => {
  const fields = [
    { id: 'many', label: 'Guests', type: 'number' as const, description: '', choices: [], required: false },
  ];
  const at = new Date('2026-03-02T15:00:00Z');
  const material = {
    ...{ agentName: 'Elm', direction: 'outbound' as const, instructions: null, language: 'en' },
    ...{ reason: null, startedAt: at, timeZone: 'UTC', fields },
    transcript: [
      {
        ordinal: 0,
        speaker: 'agent' as const,
        message: 'How many guests?',
        interrupted: false,
        spokenAt: at,
      },
      { ordinal: 1, speaker: 'user' as const, message: 'Four.', interrupted: false, spokenAt: at },
    ],
  };
  const extract = async (spoken: CallWithVoice) => {
    const extractor = (await open(environment())).extractorFor(spoken);
    return { by: extractor.name, ...(await extractor.extract(material, new AbortController().signal)) };
  };

  test('OC3: the scripted agent by its rules, a model by a form that its server accepts', async () => {
    server.outcome = ({ messages, max_tokens, max_completion_tokens }) => {
      const isAsked = String(messages.at(-1)?.content).includes('[1] Other party: Four.');
      expect(max_tokens ?? max_completion_tokens).toBe(4_000);
      const value = { field: 'many', value: '4', entry: 1, quote: 'Four.', questionEntry: 0 };
      const values = isAsked ? [{ ...value, questionQuote: 'How many guests?' }] : [];
      return [{ say: JSON.stringify({ ...noOutcome, values }) }];
    };
    expect(await extract({ ...call, voiceSource: 'environment' })).toMatchObject({
      by: 'model',
      values: [{ field: 'many', value: '4', proof: { entry: 1, quote: 'Four.' } }],
    });
    expect(await extract({ ...inSandbox, voiceSource: 'scripted' })).toMatchObject({
      by: 'rules',
      values: [{ field: 'many', value: 4 }],
    });
  });

  test('OC3: what the model answers that has no form is a failure, so that it is asked again', async () => {
    server.outcome = () => [{ say: 'They talked.' }];
    await expect(extract({ ...call, voiceSource: 'environment' })).rejects.toMatchObject({
      kind: 'unusable',
    });
  });
});

describe('who writes the summary', () => {
  const summary = async (spoken: CallWithVoice, env: NodeJS.ProcessEnv = {}) =>
    (await open(env)).summarizerFor(spoken).name;

  test('the model that spoke', async () => {
    connected('one');
    expect(await summary({ ...call, voiceSource: 'one' }, environment())).toBe('own');
    expect(await summary({ ...call, voiceSource: 'environment' }, environment())).toBe('of-the-environment');
  });

  test('after a speech engine, the model of the organization', async () => {
    connected('one');
    const spoken: CallWithVoice = { ...call, engine: 'realtime', voiceSource: 'speech' };
    const quoting = await summary(spoken, environment());
    modelOfTenant = 'one';
    expect(await summary(spoken, environment())).toBe('own');
    modelOfTenant = 'environment';
    expect(await summary(spoken, environment())).toBe('of-the-environment');
    expect(quoting).toBe(await summary({ ...call, voiceSource: 'scripted' }));
  });

  test('where nothing is left of the model that spoke, what was said is quoted', async () => {
    expect(await summary({ ...call, voiceSource: 'gone' }, environment())).toBe(
      await summary({ ...call, voiceSource: 'scripted' }),
    );
  });
});
