import { type Connections, permissionsOf } from '@parley/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { secret, storedConnection } from '../../../../testing/connections.ts';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { Caller } from '../../../ports/caller.ts';
import type {
  ConnectResult,
  NewConnection,
  SettingsOf,
  StoredConnection,
} from '../../../ports/connections.ts';
import { type LanguageModel, ModelFailure } from '../../../ports/language-model.ts';
import type { LocalModelServer } from '../../../ports/local-models.ts';
import { CheckLimit } from '../check-limit.ts';
import { voiceEndpoints } from './voice-endpoints.ts';
import type { EnteredModel, VoiceOpener } from './voice-opener.ts';
import { voiceTests } from './voice-tests.ts';

const clock = new ManualClock();
const caller: Caller = {
  ...{ userId: 'kit', tenantId: 'a', permissions: permissionsOf.admin, displayName: 'Kit', email: null },
  expiresAt: new Date(clock.time() + 60_000),
};
const local = 'http://127.0.0.1:1234/v1';

let onlyTenant: string | null;
let found: LocalModelServer[];
let failure: ModelFailure | null;
let noTools: ModelFailure | null;
let result: ConnectResult;
let connected: NewConnection[];
let opened: [EnteredModel, string | null][];
let inUse: StoredConnection | null;
beforeEach(() => {
  [onlyTenant, found, failure] = ['a', [{ server: 'ollama', url: local, models: ['llama3.2'] }], null];
  noTools = null;
  inUse = null;
  [result, connected, opened] = [{ kind: 'connected', id: 'new' }, [], []];
});

const model: LanguageModel = {
  name: 'm',
  async *reply({ tools }) {
    if (failure) throw failure;
    if (tools.length > 0 && noTools) throw noTools;
    if (tools.length > 0)
      yield { type: 'tool', call: { id: 'one', name: 'hang_up', input: { reason: 'goodbye' } } };
    yield { type: 'text', text: 'Yes.' };
  },
};
const open: VoiceOpener = {
  model: (settings, key) => {
    opened.push([settings, key]);
    return { model, writer: { write: async () => ({ day: 'Tuesday' }) }, names: {} };
  },
  speech: () => {
    throw new Error('not asked');
  },
  list: async () => {
    if (failure) throw failure;
    return ['gpt-5', 'text-embedding-3', 'gpt-4o-realtime'];
  },
};

function endpoints(limit = new CheckLimit(clock)) {
  return voiceEndpoints({
    store: {
      onlyTenant: async () => onlyTenant,
      connect: async (connection) => {
        connected.push(connection);
        return result;
      },
    },
    find: async (tenantId, id) => (inUse?.tenantId === tenantId && inUse.id === id ? inUse : null),
    localModels: {
      find: async () => found,
      addressOf: (url) => (/^http:\/\/(?:127\.0\.0\.1|localhost):1234\//.test(url) ? local : null),
      answers: async () => true,
    },
    ...{ open, limit, clock, toolHosts: ['praxis.local'] },
    changed: async () => ({ connections: {} as Connections }),
  });
}

const asked = (body: object) => ({ caller, body }) as never;
const entered = {
  provider: 'openai-compatible',
  baseUrl: 'https://models.example.com/v1/',
  key: 'k',
  model: 'm',
};

describe('models on this machine', () => {
  test('are offered as they were found at the start, and looked for on request', async () => {
    const served = endpoints();
    expect(await served.getLocalModels(asked({}))).toEqual({ found: [], lookedAt: null });
    await served.lookForModels();
    expect((await served.getLocalModels(asked({}))).found).toEqual(found);
    found = [];
    expect((await served.findLocalModels(asked({}))).found).toEqual([]);
  });

  test('CN22: looking for them connects nothing: they are never used unasked', async () => {
    await endpoints().lookForModels();
    await endpoints().findLocalModels(asked({}));
    expect([connected, opened]).toEqual([[], []]);
  });

  test('are connected by their address, however it is written', async () => {
    await endpoints().connectModel(
      asked({ ...entered, baseUrl: 'http://localhost:1234/v1/', key: null, replaces: null }),
    );
    expect(connected).toMatchObject([
      {
        settings: { kind: 'model', baseUrl: local, onThisMachine: true },
        secrets: {},
        actor: { userId: 'kit' },
      },
    ]);
  });

  test('are nobody’s own where several organizations share the machine', async () => {
    onlyTenant = null;
    const served = endpoints();
    for (const request of [
      served.getLocalModels(asked({})),
      served.findLocalModels(asked({})),
      served.listModels(asked({ ...entered, baseUrl: local })),
      served.checkModel(asked({ ...entered, baseUrl: local })),
      served.connectModel(asked({ ...entered, baseUrl: local, replaces: null })),
    ])
      await expect(request).rejects.toMatchObject({ code: 'one_organization_only' });
    expect([connected, opened]).toEqual([[], []]);
  });
});

describe('a model that is entered', () => {
  test('is asked once, and stored with its key', async () => {
    await endpoints().connectModel(asked({ ...entered, replaces: { id: 'old', revision: 3 } }));
    expect(opened).toMatchObject([[{ baseUrl: 'https://models.example.com/v1', onThisMachine: false }, 'k']]);
    expect(connected).toMatchObject([{ secrets: { key: 'k' }, replaces: { id: 'old', revision: 3 } }]);
    expect(JSON.stringify(connected[0]?.settings)).not.toContain('"k"');
  });

  test('is not stored where it does not answer: a sentence, a remedy, a code', async () => {
    failure = new ModelFailure('busy', 'no', null, 'credit');
    await expect(endpoints().connectModel(asked({ ...entered, replaces: null }))).rejects.toMatchObject({
      code: 'connection_failed',
      details: { code: 'no_credit', sentence: expect.any(String), remedy: expect.any(String) },
    });
    expect(connected).toEqual([]);
  });

  test('is not stored where it refuses tools: every turn of every call would be refused', async () => {
    noTools = new ModelFailure('refused', 'no', null, 'tools');
    for (const baseUrl of [entered.baseUrl, local])
      await expect(
        endpoints().connectModel(asked({ ...entered, baseUrl, replaces: null })),
      ).rejects.toMatchObject({ code: 'connection_failed', details: { code: 'model_no_tools' } });
    expect(connected).toEqual([]);
  });

  test('is not stored where somebody else was first', async () => {
    result = { kind: 'stale' };
    await expect(endpoints().connectModel(asked({ ...entered, replaces: null }))).rejects.toMatchObject({
      code: 'settings_changed',
    });
  });

  test.each([
    'https://10.0.0.1/v1',
    'http://models.example.com/v1',
    'https://localhost/v1',
    'http://127.0.0.1:5432/v1',
  ])('%s is not asked', async (baseUrl) => {
    const served = endpoints();
    for (const name of ['listModels', 'checkModel', 'connectModel'] as const)
      await expect(served[name](asked({ ...entered, baseUrl, replaces: null })), name).rejects.toMatchObject({
        code: 'host_not_allowed',
      });
    expect([connected, opened]).toEqual([[], []]);
  });

  test('may be in the network of the practice where whoever runs the server has named it', async () => {
    await endpoints().connectModel(
      asked({ ...entered, baseUrl: 'http://praxis.local:8000/v1', replaces: null }),
    );
    expect(connected).toHaveLength(1);
  });

  test('its list has only models that write text; without one there is a problem in words', async () => {
    expect(await endpoints().listModels(asked(entered))).toEqual({ models: ['gpt-5'], problem: null });
    failure = new ModelFailure('refused', 'no', null, 'key');
    expect(await endpoints().listModels(asked(entered))).toMatchObject({
      models: [],
      problem: { code: 'key_refused' },
    });
  });

  test('others are not asked at the speed of the server', async () => {
    const served = endpoints(new CheckLimit(clock));
    for (let round = 0; round < 20; round += 1) await served.listModels(asked(entered));
    await expect(served.checkModel(asked(entered))).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('another model of what is connected', () => {
  const settings: SettingsOf<'model'> = {
    ...{ version: 1, kind: 'model', provider: 'openai', baseUrl: null, model: 'first' },
    onThisMachine: false,
  };
  const change = (body = { revision: 3, model: 'second' }, id = 'c1') =>
    endpoints().changeModel({ caller, params: { id }, body } as never);
  beforeEach(() => {
    const secrets = new Map([['key', secret('stored-key')]] as const);
    inUse = storedConnection(settings, { tenantId: 'a', id: 'c1', revision: 3, secrets });
  });

  test('is tried with the key that is stored, and takes the place of the one before', async () => {
    await change();
    expect(opened).toEqual([[{ ...settings, model: 'second' }, 'stored-key']]);
    expect(connected).toMatchObject([
      {
        settings: { ...settings, model: 'second' },
        secrets: { key: 'stored-key' },
        replaces: { id: 'c1', revision: 3 },
      },
    ]);
  });

  test('is not stored where it does not work, cannot use tools, or somebody else was first', async () => {
    failure = new ModelFailure('refused', 'no', null, 'model');
    await expect(change()).rejects.toMatchObject({
      code: 'connection_failed',
      details: { code: 'model_missing' },
    });
    [failure, noTools] = [null, new ModelFailure('refused', 'no', null, 'tools')];
    await expect(change()).rejects.toMatchObject({ details: { code: 'model_no_tools' } });
    await expect(change({ revision: 2, model: 'second' })).rejects.toMatchObject({
      code: 'settings_changed',
    });
    expect(connected).toEqual([]);
  });

  test('of another organization, of an ended one, or with a lost key is not tried', async () => {
    await expect(change(undefined, 'c2')).rejects.toMatchObject({ code: 'connection_not_found' });
    const active = inUse as StoredConnection;
    for (const state of ['disconnected', 'replaced'] as const) {
      inUse = { ...active, state };
      await expect(change()).rejects.toMatchObject({ code: 'connection_not_found' });
    }
    inUse = { ...active, unreadable: true, secrets: new Map() };
    await expect(change()).rejects.toMatchObject({ details: { code: 'secret_unreadable' } });
    inUse = { ...active, tenantId: 'b' };
    await expect(change()).rejects.toMatchObject({ code: 'connection_not_found' });
    expect([opened, connected]).toEqual([[], []]);
  });

  test('is chosen from the list that the stored key opens', async () => {
    const list = () => endpoints().listConnectedModels({ caller, params: { id: 'c1' } } as never);
    expect(await list()).toEqual({ models: ['gpt-5'], problem: null });
    failure = new ModelFailure('refused', 'no', null, 'key');
    expect(await list()).toMatchObject({ models: [], problem: { code: 'key_refused' } });
  });
});

describe('the health of a model', () => {
  const settings = {
    version: 1,
    kind: 'model',
    provider: 'openai',
    baseUrl: null,
    model: 'm',
    onThisMachine: false,
  };
  const stored = (over: object = {}) =>
    ({
      settings,
      secrets: new Map([['key', { value: 'stored' }]]),
      failing: null,
      ...over,
    }) as unknown as StoredConnection;
  const { model: tested, checkModel } = voiceTests(open, clock);

  test('a person has it do all that it did before it was connected', async () => {
    expect(await checkModel(stored())).toEqual({
      ...{ firstWordMs: 0, tools: true, structured: true, problem: null },
    });
    noTools = new ModelFailure('refused', 'no', null, 'tools');
    expect(await checkModel(stored())).toMatchObject({ tools: false, problem: { code: 'model_no_tools' } });
    expect((await tested(stored(), {}, 'asked'))?.code).toBe('model_no_tools');
  });

  test('a person has it answer; the key to be stored is tried in the place of the stored one', async () => {
    expect(await tested(stored(), { key: 'new' }, 'asked')).toBeNull();
    expect(await tested(stored(), {}, 'asked')).toBeNull();
    expect(opened.map(([, key]) => key)).toEqual(['new', 'stored']);
  });

  test('every few minutes only its list is asked for, which costs nothing', async () => {
    expect(await tested(stored(), {}, 'routine')).toBeNull();
    failure = new ModelFailure('refused', 'no', null, 'key');
    expect((await tested(stored(), {}, 'routine'))?.code).toBe('key_refused');
    failure = new ModelFailure('refused', 'a server without a list');
    expect(await tested(stored(), {}, 'routine')).toBeNull();
    expect(opened).toEqual([]);
  });

  test('credit that is missing is not cleared by a list that works', async () => {
    const failing = { code: 'no_credit', since: new Date(0) };
    failure = new ModelFailure('busy', 'no', null, 'credit');
    expect((await tested(stored({ failing }), {}, 'routine'))?.code).toBe('no_credit');
    failure = null;
    expect(await tested(stored({ failing }), {}, 'routine')).toBeNull();
    expect(opened).toHaveLength(2);
  });

  test('a model on this machine is each server’s own to look after', async () => {
    failure = new ModelFailure('unreachable', 'gone');
    const here = stored({ settings: { ...settings, onThisMachine: true } });
    expect(await tested(here, {}, 'routine')).toBeNull();
    expect((await tested(here, {}, 'asked'))?.code).toBe('model_unreachable');
  });
});
