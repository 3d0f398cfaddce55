import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { AgentProfile } from '../ports/agent-store.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import {
  canRead,
  canSpeak,
  deploymentEnginesOf,
  keepRecentModels,
  openLanguageModels,
} from './voice-providers.ts';

const german = 'Bitte rufen Sie Frau Weber an und fragen Sie, ob der Termin noch passt.';

test.each([
  ['no model is set up', {}, 'relay', false],
  ['a model reads any language', { OPENAI_API_KEY: 'sk-test' }, 'relay', true],
  ['a speech-to-speech service reads any language', { REALTIME_URL: 'ws://localhost:1' }, 'realtime', true],
] as const)(
  'instructions in German are refused only where the scripted agent speaks: %s',
  (_, env, engine, can) => {
    expect(canRead(readConfig(env), engine, german)).toBe(can);
    expect(canRead(readConfig(env), engine, 'Ask Frau Weber whether the time still suits her.')).toBe(true);
  },
);

test('the scripted agent speaks in the sandbox and never on a real call, also where one server has both', async () => {
  const config = readConfig({});
  const agent = { model: null } as AgentProfile;
  expect([canSpeak(config, 'relay', true), canSpeak(config, 'relay', false)]).toEqual([true, false]);
  const modelFor = await openLanguageModels(config);
  expect(modelFor(agent, true)?.name).toBe('scripted');
  expect(modelFor(agent, false)).toBeNull();
});

test('a thousand names of models do not stay in memory, and the ones in use are opened once', () => {
  const opened: (string | null)[] = [];
  const modelFor = keepRecentModels((name) => {
    opened.push(name);
    return { name: name ?? 'standard' } as LanguageModel;
  });
  const use = (model: string | null) => modelFor({ model } as AgentProfile, false);
  for (let n = 0; n < 1_000; n += 1) {
    use(null);
    use(`model-${n}`);
  }
  expect(opened.filter((name) => name === null)).toHaveLength(1);
  expect(use('model-999')).toBe(use('model-999'));
  expect(opened).toHaveLength(1_001);
  // The first ones were dropped: they are opened again.
  use('model-0');
  expect(opened.at(-1)).toBe('model-0');
  expect(opened).toHaveLength(1_002);
});

test('a model speaks on both', () => {
  const config = readConfig({ OPENAI_API_KEY: 'sk-test' });
  expect([canSpeak(config, 'relay', true), canSpeak(config, 'relay', false)]).toEqual([true, true]);
});

test.each([
  ['nothing, in the sandbox', {}, 'own-lab', { standard: 'relay', relay: 'scripted', realtime: 'none' }],
  ['nothing, with a real carrier', {}, 'real', { standard: 'relay', relay: 'none', realtime: 'none' }],
  ['a model', { OPENAI_API_KEY: 'sk-test' }, 'real', { relay: 'model' }],
  [
    'a model by name',
    { OPENAI_API_KEY: 'sk-test', LLM_MODEL: 'gpt-x', REALTIME_MODEL: 'gpt-realtime-x' },
    'real',
    { models: { relay: 'gpt-x', realtime: 'gpt-realtime-x' } },
  ],
  ['a speech-to-speech service', { REALTIME_URL: 'ws://localhost:1' }, 'own-lab', { realtime: 'model' }],
] as const)('the editor of agents is told what speaks where %s is set up', (_, env, kind, engines) => {
  const carrier = { kind } as Parameters<typeof deploymentEnginesOf>[0]['carrier'];
  expect(deploymentEnginesOf({ ...readConfig(env), carrier })).toMatchObject(engines);
});
