import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { canRead } from './voice-providers.ts';

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
