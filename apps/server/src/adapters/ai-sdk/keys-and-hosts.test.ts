import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { collect, exampleRequest } from '../../../testing/language-model-contract.ts';
import { guardedFetch } from '../../lib/guarded-fetch.ts';
import { createHostGuard, type HostGuard } from '../../lib/host-guard.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { createChatCompletionsModel } from '../chat-completions/chat-model.ts';
import { createLanguageModel } from './language-model.ts';

/** A server that only notes who asks; it refuses everybody. */
const seen: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers);
  request.resume().on('end', () => response.writeHead(401).end('{}'));
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  seen.length = 0;
  // What the deployment pays for must never be sent to a server that somebody has entered.
  vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-deployment');
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-deployment');
});
afterEach(() => vi.unstubAllEnvs());

type Open = (baseUrl: string, key: () => string | null, guard?: HostGuard) => LanguageModel;

const throughSdk =
  (provider: 'openai' | 'anthropic' | 'openai-compatible'): Open =>
  (baseUrl, key, guard) =>
    createLanguageModel({
      ...{ provider, model: 'm', baseUrl, key },
      ...(guard && { fetch: guardedFetch(guard) }),
    });

const adapters: readonly [string, Open, (headers: IncomingHttpHeaders) => unknown][] = [
  ['OpenAI', throughSdk('openai'), ({ authorization }) => authorization?.replace('Bearer ', '')],
  ['Anthropic', throughSdk('anthropic'), (headers) => headers['x-api-key']],
  [
    'the SDK for compatible servers',
    throughSdk('openai-compatible'),
    ({ authorization }) => authorization?.replace('Bearer ', ''),
  ],
  [
    'chat completions',
    (baseUrl, key, guard) => createChatCompletionsModel({ model: 'm', baseUrl, key, guard: guard ?? null }),
    ({ authorization }) => authorization?.replace('Bearer ', ''),
  ],
];

describe.each(adapters)('%s', (_name, open, keyIn) => {
  const ask = (model: LanguageModel) => collect(model, exampleRequest(['Hello?']));

  test('a key that is replaced is used from the next request on', async () => {
    let key = 'first';
    const model = open(`${origin}/v1`, () => key);
    await expect(ask(model)).rejects.toMatchObject({ kind: 'refused' });
    key = 'second';
    await expect(ask(model)).rejects.toMatchObject({ kind: 'refused' });
    expect(seen.map(keyIn)).toEqual(['first', 'second']);
  });

  test("without a key none is sent, and never the deployment's own", async () => {
    await expect(ask(open(`${origin}/v1`, () => null))).rejects.toMatchObject({ kind: 'refused' });
    expect(seen.map(keyIn)).toEqual([undefined]);
    expect(JSON.stringify(seen)).not.toContain('sk-of-the-deployment');
  });

  test('through a guard only allowed hosts are asked', async () => {
    const strict = createHostGuard({ loopback: false, hosts: [] }, async () => [
      { address: '10.0.0.1', family: 4 },
    ]);
    for (const url of [origin, origin.replace('http:', 'https:'), 'https://rebound.example.com'])
      await expect(ask(open(`${url}/v1`, () => 'k', strict)), url).rejects.toMatchObject({ kind: 'refused' });
    expect(seen).toEqual([]);
    const sandbox = createHostGuard({ loopback: true, hosts: [] });
    await expect(ask(open(`${origin}/v1`, () => 'k', sandbox))).rejects.toThrow();
    expect(seen.map(keyIn)).toEqual(['k']);
  });
});
