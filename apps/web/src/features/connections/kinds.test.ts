import { connectionKinds, exampleConnections, type ShownConnection } from '@parley/contract';
import { expect, test } from 'vitest';
import { kindWords, replacedBy, shownLine } from './kinds.ts';

test.each<[ShownConnection, string]>([
  [
    {
      kind: 'phone',
      account: 'AC00000000000000000000000000000042',
      name: 'GS Dental',
      numbers: ['+15005550006'],
      main: '+15005550006',
      callsAtOnce: 2,
      callsPerSecond: 1,
      countries: ['US'],
    },
    'GS Dental · AC…0042 · 1 number',
  ],
  [{ kind: 'address', url: 'https://desk.example.com' }, 'https://desk.example.com'],
  [
    { kind: 'model', provider: 'anthropic', model: 'claude', baseUrl: null, onThisMachine: false },
    'claude · Anthropic',
  ],
  [
    {
      kind: 'model',
      provider: 'openai-compatible',
      model: 'llama3.2',
      baseUrl: 'http://127.0.0.1:11434/v1',
      onThisMachine: true,
    },
    'llama3.2 · on this machine',
  ],
  [
    { kind: 'speech', url: 'wss://api.openai.com/v1/realtime', model: 'gpt-realtime-2.1' },
    'gpt-realtime-2.1 · api.openai.com',
  ],
  [
    { kind: 'mail', host: 'smtp.example.com', port: 587, user: 'desk', from: 'desk@example.com' },
    'desk@example.com · smtp.example.com:587',
  ],
  [
    { kind: 'storage', place: 's3', bucket: 'files', prefix: 'desk', region: 'eu-central-1', endpoint: null },
    'files/desk · Amazon S3',
  ],
])('a connection is said in one line', (shown, line) => {
  expect(shownLine(shown)).toBe(line);
});

test('a change names what is connected now, and nothing where nothing is', () => {
  expect(connectionKinds.map((kind) => kindWords[kind].title)).toHaveLength(6);
  expect(replacedBy(exampleConnections.phone)).toMatchObject({ revision: 1 });
  expect(replacedBy(exampleConnections.model)).toMatchObject({ revision: 1 });
  expect(replacedBy(exampleConnections.speech)).toBeNull();
  expect(replacedBy(exampleConnections.address)).toBeNull();
});
