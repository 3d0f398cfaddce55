import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AppDeps, buildApp } from '../composition/app.ts';
import type { CarrierConnection } from '../ports/carrier-connection.ts';
import type { Endpoints } from '../ports/endpoint.ts';

const path = '/webhooks/status';
const account = { webhooks: { [path]: () => null }, sockets: {}, reread: async () => false };
let app: FastifyInstance;
let port: number;
let handled = 0;
/** What a download consists of. */
let parts: () => AsyncGenerator<string>;

beforeAll(async () => {
  app = await open({ requestTimeoutMs: 200, idleTimeoutMs: 300 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

function open(timeouts: Pick<AppDeps, 'requestTimeoutMs' | 'idleTimeoutMs'> = {}) {
  return buildApp({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    ...timeouts,
    security: { scriptHosts: [], https: false },
    webDir: '/nowhere',
    authenticate: () => Promise.reject(new Error('nobody')),
    endpoints: { health: async () => ({ status: 'ok' }) } as unknown as Endpoints,
    downloads: async () => ({ fileName: 'a.csv', type: 'text/csv', content: Readable.from(parts()) }),
    auth: null,
    carriers: {
      directory: { webhook: async () => [account as unknown as CarrierConnection], socket: async () => null },
      onWebhook: async () => {
        handled += 1;
        return null;
      },
      onSocket: () => {},
      stopping: () => false,
    },
  });
}

/** Sends bytes as they are and tells everything that came back until the other side hung up. */
async function say(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (part) => {
    heard += part;
  });
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return heard;
}

const post = `POST ${path} HTTP/1.1\r\nHost: desk\r\n`;

describe('a sender that is too slow is cut off', () => {
  test.each([
    ['in the first line', 'POST /webhooks/twil'],
    ['in the middle of the headers', `${post}X-Slow: 1\r\n`],
    ['in the middle of the body', `${post}Content-Length: 100\r\n\r\nCall=`],
    ['between two chunks', `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nCallS\r\n`],
    ['in the handshake of a socket', 'GET /voice/relay HTTP/1.1\r\nHost: desk\r\nUpgrade: websocket\r\n'],
  ])('%s', async (_, bytes) => {
    const before = handled;
    expect(await say(bytes)).toMatch(/^(?:HTTP\/1\.1 408|$)/);
    expect(handled).toBe(before);
  });

  test('in the product after twenty seconds', async () => {
    const real = await open();
    const { requestTimeout, headersTimeout } = real.server;
    expect([requestTimeout, headersTimeout]).toEqual([20_000, 20_000]);
    await real.close();
  });
});

describe('a reader that stops reading does not keep its connection', () => {
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)));

  test('in the middle of answers that it asked for', async () => {
    const accepted = once(app.server, 'connection');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.pause().write('GET /api/openapi.json HTTP/1.1\r\nHost: desk\r\n\r\n'.repeat(100));
    await accepted;
    await expect.poll(connections).toBe(0);
  });

  test('in the product after a minute', async () => {
    const real = await open();
    expect(real.server.timeout).toBe(60_000);
    await real.close();
  });
});

describe('EX8: a download', () => {
  /** Until a connection on which nothing happens was cut off. */
  const idleTimeout = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket.resume(), 'close');
  };

  test('is not cut off while its next part is being looked for', async () => {
    parts = async function* () {
      yield 'heading\n';
      await idleTimeout();
      await idleTimeout();
      yield 'last\n';
    };
    const file = await fetch(`http://127.0.0.1:${port}/api/downloads/token`);
    expect(await file.text()).toBe('heading\nlast\n');
  });

  test('is cut off where its reader stops at the end of it', async () => {
    const asked = once(app.server, 'request');
    const ended = Promise.withResolvers<void>();
    parts = async function* () {
      const [, response] = await asked;
      // Less than what makes the writer wait remains in this process.
      while (response.writableLength === 0) {
        yield 'x'.repeat(8_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      ended.resolve();
    };
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.pause().write('GET /api/downloads/token HTTP/1.1\r\nHost: desk\r\n\r\n');
    const [, response] = await asked;
    await ended.promise;
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
  });

  test('is cut off where its reader stops reading', async () => {
    const ended = Promise.withResolvers<void>();
    parts = async function* () {
      try {
        for (;;) yield 'x'.repeat(100_000);
      } finally {
        ended.resolve();
      }
    };
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.pause().write('GET /api/downloads/token HTTP/1.1\r\nHost: desk\r\n\r\n');
    await ended.promise;
  });
});

describe('what is not HTTP, or two things at once, is refused', () => {
  test.each([
    ['noise', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
    ['two lengths', `${post}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc`],
    ['a length and chunks', `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a length below nothing', `${post}Content-Length: -1\r\n\r\n`],
    ['chunks without a size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['headers without end', `${post}${`X-Big: ${'x'.repeat(1000)}\r\n`.repeat(40)}\r\n`],
  ])('%s', async (_, bytes) => {
    expect(await say(bytes)).toMatch(/^HTTP\/1\.1 (?:400|408|413|431)/);
  });

  test('and the next one is served', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});
