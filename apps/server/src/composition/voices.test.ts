import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collect, exampleRequest } from '../../testing/language-model-contract.ts';
import { LocalServer } from '../../testing/local-models/local-model-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { readConfig } from '../config/config.ts';
import { CheckLimit } from '../features/connections/check-limit.ts';
import type { AgentProfile } from '../ports/agent-store.ts';
import type { ConnectionSettings, StoredConnection } from '../ports/connections.ts';
import { openVoices } from './voices.ts';

const clock = new ManualClock();
const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };

let stored: StoredConnection[];
let marked: unknown[];
let told: string[];
let local: LocalServer;
beforeEach(async () => {
  [stored, marked, told] = [[], [], []];
  local = await new LocalServer('ollama', ['llama3.2']).start();
});
afterEach(() => local.stop());

async function open(env: NodeJS.ProcessEnv = {}) {
  const voices = await openVoices({
    config: readConfig({ LOCAL_MODEL_PORTS: String(local.port), ...env }),
    connections: {
      byId: (id) => stored.find((each) => each.id === id) ?? null,
      shown: (tenantId, kind) =>
        stored.find((each) => each.tenantId === tenantId && each.settings.kind === kind) ?? null,
    },
    store: {
      onlyTenant: async () => 'a',
      connect: async () => ({ kind: 'stale' }),
      markHealth: async (...health) => void marked.push(health),
    },
    limit: new CheckLimit(clock),
    find: () => Promise.reject(new Error('not asked')),
    changed: () => Promise.reject(new Error('not asked')),
    ...{ clock, log },
  });
  voices.onHealth((tenantId) => void told.push(tenantId));
  return voices;
}

function connected(settings: object, over: object = {}): void {
  const whole = { version: 1, ...settings } as ConnectionSettings;
  const connection = {
    tenantId: 'a',
    id: 'c1',
    settings: whole,
    state: 'active',
    failing: null,
    unreadable: false,
  };
  stored.push({ ...connection, secrets: new Map(), ...over } as unknown as StoredConnection);
}
const cloud = { kind: 'model', provider: 'openai', baseUrl: null, model: 'gpt-x', onThisMachine: false };
const here = () => ({ ...cloud, provider: 'openai-compatible', baseUrl: local.url, onThisMachine: true });

describe('the voice of an organization', () => {
  test.each([
    ['nothing', {}, 'relay', { kind: 'never' }],
    ['a model of the environment', { OPENAI_API_KEY: 'k' }, 'relay', { kind: 'environment' }],
    [
      'a speech service of the environment',
      { REALTIME_URL: 'ws://localhost:1' },
      'realtime',
      { kind: 'environment' },
    ],
    [
      'a model, for an agent that needs a speech service',
      { LLM_BASE_URL: 'http://x', LLM_MODEL: 'm' },
      'realtime',
      { kind: 'never' },
    ],
  ] as const)('%s', async (_name, env, engine, voice) => {
    expect((await open(env)).knownVoiceFacts('a', engine)).toEqual({ voice, probe: 'unknown' });
  });

  test('its own comes before that of the environment; disconnected, it does not fall back', async () => {
    connected(cloud);
    const voices = await open({ OPENAI_API_KEY: 'k' });
    expect(await voices.voiceFacts('a', 'relay')).toEqual({
      voice: { kind: 'connected', id: 'c1', failing: null },
      probe: 'unknown',
    });
    expect(voices.knownVoiceFacts('b', 'relay').voice).toEqual({ kind: 'environment' });
    stored.length = 0;
    connected(cloud, { state: 'disconnected' });
    expect(voices.knownVoiceFacts('a', 'relay').voice).toEqual({ kind: 'disconnected', id: 'c1' });
  });

  test('one that fails, or whose key cannot be read', async () => {
    connected(cloud, { failing: { code: 'no_credit', since: new Date(0) } });
    const voices = await open();
    expect(voices.knownVoiceFacts('a', 'relay').voice).toMatchObject({ failing: 'no_credit' });
    stored.length = 0;
    connected(cloud, { unreadable: true });
    expect(voices.knownVoiceFacts('a', 'relay').voice).toMatchObject({ failing: 'secret_unreadable' });
  });

  test('one on this machine is asked, whatever is stored; stopped and back it is told', async () => {
    connected(here(), { failing: { code: 'model_unreachable', since: new Date(0) } });
    const voices = await open();
    expect(await voices.voiceFacts('a', 'relay')).toEqual({
      voice: { kind: 'connected', id: 'c1', failing: null },
      probe: 'up',
    });
    await local.stop();
    clock.advance(2_000);
    expect((await voices.voiceFacts('a', 'relay')).probe).toBe('down');
    expect(voices.knownVoiceFacts('a', 'relay').probe).toBe('down');
    const failing = () => stored[0] && voices.failingOf(stored[0]);
    expect(failing()).toEqual({ code: 'model_unreachable', since: clock.now() });
    await local.start();
    clock.advance(3_000);
    await expect.poll(() => voices.knownVoiceFacts('a', 'relay').probe).toBe('up');
    expect(failing()).toBeNull();
    expect(told).toEqual(['a', 'a']);
    voices.close();
  });

  test('the editor of agents is told what speaks', async () => {
    const voices = await open();
    expect(voices.enginesOf('a', 'sandbox')).toMatchObject({
      standard: 'relay',
      relay: 'scripted',
      realtime: 'none',
    });
    expect(voices.enginesOf('a', 'real')).toMatchObject({ relay: 'none' });
    connected(cloud);
    connected({ kind: 'speech', url: 'wss://x', model: 'speaks' }, { id: 'c2' });
    expect(voices.enginesOf('a', 'real')).toMatchObject({
      ...{ relay: 'model', realtime: 'model', models: { relay: 'gpt-x', realtime: 'speaks' } },
    });
  });
});

test('what a conversation learns of an account is stored, once in a while; what may pass by itself is not', async () => {
  let status = 503;
  const chat = await new LocalServer('other', [], (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end('{}'));
  }).start();
  connected({ ...cloud, provider: 'openai-compatible', baseUrl: chat.url });
  const voices = await open({ TOOL_HOSTS: '127.0.0.1' });
  const call = { tenantId: 'a', voiceSource: 'c1', carrier: 'real', engine: 'relay' } as const;
  const model = voices.modelFor(call, { model: null } as AgentProfile);
  const ask = () => model && collect(model, exampleRequest(['Hello?']));
  await expect(ask()).rejects.toMatchObject({ kind: 'busy' });
  expect(marked).toEqual([]);
  status = 402;
  for (let round = 0; round < 3; round += 1) await expect(ask()).rejects.toMatchObject({ reason: 'credit' });
  expect(marked).toEqual([['a', 'c1', 'no_credit', clock.now()]]);
  await chat.stop();
});
