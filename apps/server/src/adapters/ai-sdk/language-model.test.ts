import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type ModelRequest, ModelServer } from '../../../testing/ai-sdk/model-server.ts';
import {
  collect,
  everyTool,
  exampleRequest,
  languageModelContract,
  textOf,
} from '../../../testing/language-model-contract.ts';
import { Environment } from '../../config/environment.ts';
import { readModel } from '../../config/model.ts';
import type { ConversationEntry, LanguageModel, ReplyPart } from '../../ports/language-model.ts';
import { createChatCompletionsModel } from '../chat-completions/chat-model.ts';
import { createLanguageModel } from './language-model.ts';
import { createTextGenerator } from './text-generator.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

function configFor(baseUrl: string, apiKey = 'test-key') {
  return { provider: 'openai-compatible', model: 'small', baseUrl, key: () => apiKey } as const;
}

/** A model as simple as can be: it says its piece, and hangs up on whoever says goodbye. */
function simple({ messages, tools }: ModelRequest): Answer {
  const last = messages.at(-1)?.content ?? '';
  if (!/goodbye/i.test(last)) return [{ say: 'Good ' }, { say: 'morning' }, { say: '.' }];
  const canEnd = tools?.some((tool) => tool.function.name === 'end_call');
  return [
    { say: 'Good' },
    { say: 'bye.' },
    ...(canEnd ? [{ call: 'end_call', input: { reason: 'finished' } }] : []),
  ];
}

describe.each([
  ['the AI SDK', createLanguageModel],
  ['chat completions', createChatCompletionsModel],
])('%s', (_, open) => {
  async function serve(
    answer: (request: ModelRequest) => Answer,
  ): Promise<{ server: ModelServer; model: LanguageModel }> {
    const server = await ModelServer.start(answer);
    servers.push(server);
    return { server, model: open(configFor(server.url)) };
  }

  describe('against an OpenAI-compatible server', () => {
    let shared: ModelServer;
    beforeAll(async () => {
      shared = await ModelServer.start(simple);
    });
    afterAll(() => shared.stop());
    languageModelContract(() => open(configFor(shared.url)));

    test('the server is sent the system prompt first, and the tools', async () => {
      const { server, model } = await serve(simple);
      await collect(model, exampleRequest(['Hello?']));
      const request = server.requests[0];
      expect(request?.messages[0]).toEqual({ role: 'system', content: 'You speak for Elm Street Dental.' });
      expect(request?.tools?.map((tool) => tool.function)).toEqual(
        everyTool.map(({ name, description, parameters }) => ({ name, description, parameters })),
      );
    });
  });

  describe('what is shown to the model', () => {
    test('the temperature is sent only where one is set', async () => {
      const { server, model } = await serve(simple);
      await collect(model, exampleRequest(['Hello?']));
      await collect(model, { ...exampleRequest(['Hello?']), temperature: 0 });
      expect(
        server.requests.map((request) => Object.entries(request).filter(([key]) => key === 'temperature')),
      ).toEqual([[], [['temperature', 0]]]);
    });

    test('joins consecutive entries of one side, marks what was cut off, and describes keys and silence', async () => {
      const { server, model } = await serve(simple);
      await collect(model, {
        ...exampleRequest([]),
        history: [
          { kind: 'agent', text: 'Hello, this is', interrupted: true },
          { kind: 'said', text: 'Who?' },
          { kind: 'pressed', digits: '12' },
          { kind: 'agent', text: 'Elm Street Dental.', interrupted: false },
          { kind: 'agent', text: 'Hello, are you still there?', interrupted: false },
          { kind: 'silence' },
        ],
      });
      expect(server.requests[0]?.messages.slice(1)).toEqual([
        { role: 'user', content: '[The call is connected.]' },
        { role: 'assistant', content: 'Hello, this is —' },
        { role: 'user', content: 'Who? [They pressed 1 2 on the phone.]' },
        { role: 'assistant', content: 'Elm Street Dental. Hello, are you still there?' },
        { role: 'user', content: '[They say nothing.]' },
      ]);
    });
  });

  describe('tool calls in what is shown to the model', () => {
    const pressed: ConversationEntry = {
      ...{ kind: 'tool', id: 'call00001', call: { name: 'send_digits', input: { digits: '1' } } },
      result: { status: 'done', detail: 'Pressed 1.' },
    };
    const ended: ConversationEntry = {
      ...{ kind: 'tool', id: 'call00002', call: { name: 'end_call', input: { reason: 'finished' } } },
      result: { status: 'refused', detail: 'Called off.' },
    };
    const said = (text: string): ConversationEntry => ({ kind: 'said', text });
    const spoken = (text: string): ConversationEntry => ({ kind: 'agent', text, interrupted: false });

    test('calls come with their text, and their results follow', async () => {
      const { server, model } = await serve(simple);
      await collect(model, {
        ...exampleRequest([]),
        history: [said('Press one.'), spoken('A moment.'), pressed, ended, spoken('Hello?'), said('Yes?')],
      });
      expect(server.requests[0]?.messages.slice(1)).toEqual([
        { role: 'user', content: 'Press one.' },
        {
          role: 'assistant',
          content: 'A moment.',
          tool_calls: [
            {
              ...{ id: 'call00001', type: 'function' },
              function: { name: 'send_digits', arguments: '{"digits":"1"}' },
            },
            {
              ...{ id: 'call00002', type: 'function' },
              function: { name: 'end_call', arguments: '{"reason":"finished"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call00001', content: '{"status":"done","detail":"Pressed 1."}' },
        { role: 'tool', tool_call_id: 'call00002', content: '{"status":"refused","detail":"Called off."}' },
        { role: 'assistant', content: 'Hello?' },
        { role: 'user', content: 'Yes?' },
      ]);
    });

    test.each([
      ['a call without a word', [said('Press one.'), pressed, said('Thanks.')]],
      ['a call at the very beginning', [pressed, said('Thanks.')]],
      ['a call at the very end, when it is asked once more', [said('Press one.'), pressed]],
      ['calls of two turns in a row', [said('Press one.'), pressed, ended, said('Thanks.')]],
    ])('%s is a history that a strict server takes', async (_what, history) => {
      const { server, model } = await serve(() => [{ say: 'Good.' }]);
      expect(textOf(await collect(model, { ...exampleRequest([]), history }))).toBe('Good.');
      expect(JSON.stringify(server.requests[0]?.messages)).toContain('Pressed 1.');
    });
  });

  describe('failures', () => {
    const failures: [string, Answer, string, boolean][] = [
      ['the key or the name is refused', { status: 401 }, 'refused', false],
      ['the request is refused', { status: 400 }, 'refused', false],
      ['too many requests', { status: 429 }, 'busy', true],
      ['the server is broken', { status: 503, body: '<html>' }, 'busy', true],
      ['the line breaks before a word', ['cut'], 'unreachable', true],
      ['the line breaks in the middle', [{ say: 'Good ' }, 'cut'], 'cut', true],
      ['the answer ends without an end', [{ say: 'Good ' }, 'end'], 'cut', true],
      ['nothing is said', [], 'unusable', true],
      ['it sends garbage', [{ garbage: 'data: {"choices":\n\n' }], 'unusable', true],
    ];
    test.each(failures)('%s', async (_, answer, kind, retryable) => {
      const { server, model } = await serve(() => answer);
      await expect(collect(model, exampleRequest(['Hello?']))).rejects.toMatchObject({
        name: 'ModelFailure',
        kind,
        retryable,
      });
      // One try: the session decides about another.
      expect(server.requests.length).toBeLessThanOrEqual(1);
    });

    const wordForEver = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning: 'Hm. ' } }] })}\n\n`;
    test.each([
      ['a line without end', 'data: {"choices":[{"delta":{"content":"', 'a'.repeat(60_000)],
      ['lines without end in which nothing is said', '', wordForEver.repeat(500)],
      ['comments without end', '', ': still here\n\n'.repeat(4_000)],
    ])('%s is not read for ever, and the server is left', { timeout: 30_000 }, async (_what, begin, rest) => {
      const { server, model } = await serve(() => [{ garbage: begin }, { endless: rest }]);
      const failure = await collect(model, exampleRequest(['Hello?'])).catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'unusable', retryable: true });
      await expect.poll(() => server.abandoned).toBe(1);
      expect(server.endlessBytes).toBeLessThan(16 * 1024 * 1024);
    });

    test('no server at the address', async () => {
      const { server } = await serve(simple);
      const { url } = server;
      await server.stop();
      const model = open(configFor(url));
      await expect(collect(model, exampleRequest(['Hello?']))).rejects.toMatchObject({ kind: 'unreachable' });
    });

    test('a wrong key', async () => {
      const { server } = await serve(simple);
      const model = open(configFor(server.url, 'another'));
      await expect(collect(model, exampleRequest(['Hello?']))).rejects.toMatchObject({ kind: 'refused' });
    });

    test('a stalled answer ends when it is aborted, and the server notices', async () => {
      const { server, model } = await serve(() => [{ say: 'Well, ' }, 'stall']);
      const abort = new AbortController();
      const parts: ReplyPart[] = [];
      for await (const part of model.reply(exampleRequest(['Hello?']), abort.signal)) {
        parts.push(part);
        queueMicrotask(() => abort.abort());
      }
      expect(textOf(parts)).toBe('Well, ');
      await expect.poll(() => server.abandoned).toBe(1);
    });

    test('a server that never answers ends when it is aborted', async () => {
      const { server, model } = await serve(() => ['stall']);
      const abort = new AbortController();
      const reply = collect(model, exampleRequest(['Hello?']), abort.signal);
      await expect.poll(() => server.requests).toHaveLength(1);
      abort.abort();
      expect(await reply).toEqual([]);
    });
  });
});

describe('writing', () => {
  test('gives the text in one piece', async () => {
    const server = await ModelServer.start(() => [{ say: ' **Confirmed.**\n' }]);
    servers.push(server);
    const generator = createTextGenerator(configFor(server.url));
    const text = await generator.generate(
      { prompt: 'Summarise.', material: 'A talk.' },
      AbortSignal.timeout(5_000),
    );
    expect(text).toBe('**Confirmed.**');
    expect(server.requests[0]?.messages).toEqual([
      { role: 'system', content: 'Summarise.' },
      { role: 'user', content: 'A talk.' },
    ]);
  });

  test('an endless text is not read on', { timeout: 30_000 }, async () => {
    const server = await ModelServer.start(() => [{ endless: 'a'.repeat(60_000) }]);
    servers.push(server);
    const generator = createTextGenerator(configFor(server.url));
    await expect(
      generator.generate({ prompt: 'a', material: 'b' }, AbortSignal.timeout(20_000)),
    ).rejects.toMatchObject({ kind: 'unusable' });
    expect(server.endlessBytes).toBeLessThan(16 * 1024 * 1024);
  });

  test('fails with the same kinds of failure', async () => {
    const server = await ModelServer.start(() => ({ status: 429 }));
    servers.push(server);
    const generator = createTextGenerator(configFor(server.url));
    await expect(
      generator.generate({ prompt: 'a', material: 'b' }, AbortSignal.timeout(5_000)),
    ).rejects.toMatchObject({
      kind: 'busy',
    });
  });
});

test('the default models are ones that the providers know', () => {
  const known = (name: string) =>
    readFileSync(fileURLToPath(import.meta.resolve(`@ai-sdk/${name}`)).replace(/\.m?js$/, '.d.ts'), 'utf8');
  for (const [provider, key] of [
    ['openai', 'OPENAI_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
  ] as const) {
    const config = readModel(new Environment({ [key]: 'x' }));
    expect(known(provider)).toContain(`'${config.provider === 'scripted' ? '' : config.model}'`);
  }
});
