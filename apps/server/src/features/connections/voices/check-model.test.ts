import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckModelBody, ProblemCode } from '@parley/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, type ModelRequest, ModelServer } from '../../../../testing/ai-sdk/model-server.ts';
import { createVoiceOpener } from '../../../composition/voice-opener.ts';
import { wallClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { checkModel } from './check-model.ts';

const silent = () => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };
const hosts = ['127.0.0.1'];
const open = createVoiceOpener({ toolHosts: hosts }, { clock: wallClock, log });

const servers: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function checked(
  answer: (request: ModelRequest) => Answer,
  entered: Partial<Pick<CheckModelBody, 'key' | 'provider'>> = {},
) {
  const server = await ModelServer.start(answer);
  servers.push(server);
  const { provider = 'openai-compatible', key = 'test-key' } = entered;
  const settings = { provider, baseUrl: server.url, model: 'small', onThisMachine: false };
  return checkModel(open.model(settings, key), wallClock);
}

/** Does what a good model does. */
function good({ tools, response_format }: ModelRequest): Answer {
  if (tools) return [{ call: 'hang_up', input: { reason: 'goodbye' } }];
  return response_format ? [{ say: '{"day":"Tuesday"}' }] : [{ say: 'Yes, ' }, { say: 'I hear you.' }];
}

describe('the test of a model', () => {
  test.each(['openai-compatible', 'openai'] as const)(
    'a good one: time to the first word, tools and structured output (%s)',
    async (provider) => {
      expect(await checked(good, { provider })).toEqual({
        ...{ firstWordMs: expect.any(Number), tools: true, structured: true, problem: null },
      });
    },
  );

  test('one that talks when it is asked to use a tool cannot use tools', async () => {
    const result = await checked((request) => (request.tools ? [{ say: 'Goodbye!' }] : good(request)));
    expect(result).toMatchObject({ tools: false, structured: true, problem: { code: 'model_no_tools' } });
  });

  test('one whose server refuses tools cannot use them, and can speak', async () => {
    const refusal = { status: 400, body: 'small does not support tools' };
    const result = await checked((request) => (request.tools ? refusal : good(request)));
    expect(result).toMatchObject({ tools: false, problem: { code: 'model_no_tools' } });
    expect(result.firstWordMs).not.toBeNull();
    expect(result.problem?.sentence).toMatch(/^small/);
  });

  test('one that is cut off or asked too often while it uses a tool is not said to be without tools', async () => {
    for (const answer of [['cut'], { status: 503 }, { status: 429, body: 'slow down' }] satisfies Answer[]) {
      const result = await checked((request) => (request.tools ? answer : good(request)));
      expect(result).toMatchObject({ tools: null, structured: true, problem: null });
    }
  });

  test('one that does not keep to a form', async () => {
    const result = await checked((request) =>
      request.response_format ? [{ say: 'On Tuesday.' }] : good(request),
    );
    expect(result).toMatchObject({ tools: true, structured: false, problem: null });
  });

  test.each<[ProblemCode, Answer]>([
    ['no_credit', { status: 429, body: 'You exceeded your current quota: insufficient_quota' }],
    ['no_credit', { status: 402 }],
    ['too_many_questions', { status: 429, body: 'slow down' }],
    ['model_missing', { status: 404, body: 'The model small does not exist' }],
    ['model_unusable', { status: 404, body: 'nothing here' }],
    ['model_unusable', [{ garbage: '<html>\n\n' }, 'end']],
    ['model_unreachable', { status: 503 }],
    ['model_unreachable', ['cut']],
  ])('%s', async (code, answer) => {
    for (const provider of ['openai-compatible', 'openai'] as const) {
      const result = await checked(() => answer, { provider });
      expect(result, provider).toMatchObject({
        firstWordMs: null,
        tools: null,
        structured: null,
        problem: { code },
      });
    }
  });

  test('a key that is not accepted', async () => {
    for (const provider of ['openai-compatible', 'openai'] as const)
      expect((await checked(good, { provider, key: 'wrong' })).problem?.code, provider).toBe('key_refused');
  });

  test('a server that is not there, and a host that must not be asked', async () => {
    const gone = await ModelServer.start(good);
    const { url } = gone;
    await gone.stop();
    const settings = { provider: 'openai-compatible', model: 'small', onThisMachine: false } as const;
    const check = (baseUrl: string) => checkModel(open.model({ ...settings, baseUrl }, null), wallClock);
    expect((await check(url)).problem?.code).toBe('model_unreachable');
    expect((await check('https://10.0.0.1/v1')).problem?.code).toBe('host_not_allowed');
    expect((await check('https://nowhere.invalid/v1')).problem?.code).toBe('model_unreachable');
  });
});

describe('the list of models', () => {
  async function serve(status: number, body: string): Promise<string> {
    const server: Server = createServer((request, response) => {
      const authorized = request.headers.authorization === 'Bearer k' || request.headers['x-api-key'] === 'k';
      response.writeHead(authorized ? status : 401).end(authorized ? body : '{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push({
      stop: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }
  const list = (baseUrl: string, key: string | null = 'k', provider: 'openai' | 'anthropic' = 'openai') =>
    open.list({ provider, baseUrl, key, onThisMachine: false }, AbortSignal.timeout(10_000));

  test('of both kinds of providers', async () => {
    const url = await serve(200, '{"data":[{"id":"a","object":"model"},{"id":"b"}]}');
    expect(await list(url)).toEqual(['a', 'b']);
    expect(await list(url, 'k', 'anthropic')).toEqual(['a', 'b']);
  });

  test('a wrong key, a server without a list, an answer that is none', async () => {
    await expect(list(await serve(200, '{}'), 'other')).rejects.toMatchObject({
      kind: 'refused',
      reason: 'key',
    });
    await expect(list(await serve(404, ''))).rejects.toMatchObject({ kind: 'refused', reason: null });
    await expect(list(await serve(200, '<html>'))).rejects.toMatchObject({ kind: 'unusable' });
    await expect(list(await serve(302, ''))).rejects.toMatchObject({ kind: 'refused' });
  });
});
