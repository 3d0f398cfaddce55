import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { LocalServer, type LocalServerKind } from '../../../testing/local-models/local-model-server.ts';
import { findLocalModels } from './discover.ts';

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});

async function start(kind: LocalServerKind, models: readonly string[]): Promise<LocalServer> {
  const server = await new LocalServer(kind, models).start();
  open.push(server);
  return server;
}

async function listen(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  open.push({
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener) => listen(createServer(listener));

describe('model servers on this machine', () => {
  test.each(['ollama', 'lm-studio', 'llama.cpp', 'vllm', 'other'] as const)(
    '%s is found with its models',
    async (kind) => {
      const server = await start(kind, ['llama3.2:latest', 'meta/llama-3.1-8b']);
      expect(await findLocalModels([server.port]).find()).toEqual([
        { server: kind, url: server.url, models: ['llama3.2:latest', 'meta/llama-3.1-8b'] },
      ]);
    },
  );

  test('models that do not write text are left out', async () => {
    for (const kind of ['ollama', 'lm-studio', 'other'] as const) {
      const server = await start(kind, ['llama3.2', 'nomic-embed-text', 'bge-m3']);
      expect((await findLocalModels([server.port]).find())[0]?.models, kind).toEqual(['llama3.2']);
    }
    const nomic = await start('ollama', ['nomic']);
    expect((await findLocalModels([nomic.port]).find())[0]?.models).toEqual([]);
  });

  test('several at once, and ports where nothing listens', async () => {
    const [one, two] = [await start('ollama', ['a']), await start('vllm', ['b'])];
    const gone = await new LocalServer('ollama', ['c']).start();
    await gone.stop();
    const found = await findLocalModels([one.port, gone.port, two.port]).find();
    expect(found.map(({ server }) => server)).toEqual(['ollama', 'vllm']);
    expect(await findLocalModels([]).find()).toEqual([]);
  });

  test('what is no model server gets one request', async () => {
    const asked: string[] = [];
    const port = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end('<html>my own site</html>');
    });
    expect(await findLocalModels([port]).find()).toEqual([]);
    expect(asked).toEqual(['GET /v1/models']);
  });

  test.each<[string, RequestListener]>([
    ['answers never', () => {}],
    ['answers without end', (_request, response) => void endless(response)],
    ['stops in the middle', (_request, response) => void response.writeHead(200).write('{"object":')],
    ['redirects', (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['refuses', (_request, response) => void response.writeHead(401).end('{}')],
    ['answers with something else', (_request, response) => void response.end('{"object":"list","data":{}}')],
    ['answers too much', (_request, response) => void response.end(JSON.stringify(hugeList))],
  ])('a server that %s is not found', async (_name, listener) => {
    expect(await findLocalModels([await serve(listener)]).find()).toEqual([]);
  });

  test('something that does not speak HTTP is not found', async () => {
    const port = await listen(createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-x\r\n')));
    expect(await findLocalModels([port]).find()).toEqual([]);
  });

  test('names that are none are not shown', async () => {
    const server = await start('other', ['good', '<script>', 'two words', 'x'.repeat(201), '']);
    expect((await findLocalModels([server.port]).find())[0]?.models).toEqual(['good']);
  });

  test('whether one that was found is still there; addresses elsewhere are not asked', async () => {
    const [server, other] = [await start('ollama', ['a']), await start('ollama', ['b'])];
    const { answers } = findLocalModels([server.port]);
    expect(await answers(server.url)).toBe(true);
    expect(await answers(other.url)).toBe(false);
    expect(other.requests).toEqual([]);
    await server.stop();
    expect(await answers(server.url)).toBe(false);
    await server.start();
    expect(await answers(server.url)).toBe(true);
  });

  test('the addresses where they are looked for, however they are written, and no others', () => {
    const { addressOf } = findLocalModels([1234]);
    for (const url of [
      '127.0.0.1:1234/v1',
      'localhost:1234/v1/',
      '[::1]:1234',
      '127.1:1234/v1',
      'LOCALHOST:1234/',
    ])
      expect(addressOf(`http://${url}`), url).toBe('http://127.0.0.1:1234/v1');
    for (const url of ['http://127.0.0.1:1235/v1', 'https://127.0.0.1:1234/v1', 'http://127.0.0.2:1234/v1'])
      expect(addressOf(url), url).toBeNull();
    for (const url of [
      'http://10.0.0.1:1234/v1',
      'http://localhost.example.com:1234/v1',
      'http://127.0.0.1:1234/admin',
    ])
      expect(addressOf(url), url).toBeNull();
  });
});

const hugeList = {
  object: 'list',
  data: Array.from({ length: 5000 }, (_, n) => ({ id: `model-number-${n}` })),
};

function endless(response: Parameters<RequestListener>[1]): void {
  response.writeHead(200);
  const write = () => {
    if (response.destroyed) return;
    response.write('{"object":"list",'.repeat(500));
    setImmediate(write);
  };
  write();
}
