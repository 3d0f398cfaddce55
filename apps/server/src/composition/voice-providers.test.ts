import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { canRead, canSpeak, deploymentEnginesOf } from './voice-providers.ts';

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

test('the scripted agent can speak in the sandbox and not on a real call, also where one server has both', () => {
  const config = readConfig({});
  expect([canSpeak(config, 'relay', true), canSpeak(config, 'relay', false)]).toEqual([true, false]);
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
