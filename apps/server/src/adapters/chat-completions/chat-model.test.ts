import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { collect, exampleRequest, textOf } from '../../../testing/language-model-contract.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { createChatCompletionsModel } from './chat-model.ts';

// Behaviour that both adapters share is tested in ../ai-sdk/language-model.test.ts, which runs for both.

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function serve(answer: (response: ServerResponse, request: number) => void): Promise<LanguageModel> {
  let requests = 0;
  server = createServer((request, response) => {
    requests += 1;
    const number = requests;
    request.resume().on('end', () => answer(response, number));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return createChatCompletionsModel({
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    key: () => null,
    model: 'small',
  });
}

const data = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}`;

test('a tool call that arrives in pieces is assembled', async () => {
  const piece = (name: string | undefined, json: string) =>
    data({ tool_calls: [{ index: 0, function: { ...(name && { name }), arguments: json } }] });
  const model = await serve((response) =>
    response.end(
      [
        data({ content: 'Goodbye.' }),
        piece('end_call', ''),
        piece(undefined, '{"reason":'),
        piece(undefined, '"finished"}'),
        data({}, 'tool_calls'),
        'data: [DONE]',
        '',
      ].join('\n\n'),
    ),
  );
  expect(await collect(model, exampleRequest(['Bye.']))).toEqual([
    { type: 'text', text: 'Goodbye.' },
    { type: 'tool', call: { name: 'end_call', input: { reason: 'finished' } } },
  ]);
});

test('calls that are skipped, too many, without end or without a number leave the others intact', async () => {
  const call = (index: number | undefined, name: string, json: string) =>
    data({ tool_calls: [{ ...(index !== undefined && { index }), function: { name, arguments: json } }] });
  const model = await serve((response) =>
    response.end(
      [
        call(undefined, 'one', ''),
        call(3, 'four', '{"endless":"'),
        ...Array.from({ length: 40 }, () => call(3, '', 'x'.repeat(1_000))),
        call(99, 'hundred', '{}'),
        call(-1, 'none', '{}'),
        call(1.5, 'half', '{}'),
        data({}, 'tool_calls'),
        '',
      ].join('\n\n'),
    ),
  );
  expect(await collect(model, exampleRequest(['Bye.']))).toEqual([
    { type: 'tool', call: { name: 'one', input: {} } },
    { type: 'tool', call: { name: 'four', input: undefined } },
  ]);
});

test('lines that are cut anywhere, end in any way and stand between comments are read', async () => {
  const body = `: hello\r\nevent: x\r\n${data({ content: 'Grüezi' })}\r\n\r\n${data({ content: ' mitenand.' })}\n\n${data({}, 'stop')}`;
  const model = await serve(async (response) => {
    for (const byte of Buffer.from(body)) {
      response.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  expect(textOf(await collect(model, exampleRequest(['Hello?'])))).toBe('Grüezi mitenand.');
});

test('a connection is reused, and one that the server has closed meanwhile does not fail a turn', async () => {
  const sockets = new Set<unknown>();
  const model = await serve((response, request) => {
    sockets.add(response.socket);
    if (request === 3) response.socket?.destroy();
    else response.end(`${data({ content: `Answer ${request}.` }, 'stop')}\n\ndata: [DONE]\n\n`);
  });
  const ask = async () => textOf(await collect(model, exampleRequest(['Hello?'])));
  expect([await ask(), await ask(), await ask()]).toEqual(['Answer 1.', 'Answer 2.', 'Answer 4.']);
  expect(sockets.size).toBe(2);
});

test('an error in the middle of a good answer is a failure', async () => {
  const model = await serve((response) => response.end('data: {"error":{"message":"overloaded"}}\n\n'));
  await expect(collect(model, exampleRequest(['Hello?']))).rejects.toMatchObject({ kind: 'unusable' });
});
