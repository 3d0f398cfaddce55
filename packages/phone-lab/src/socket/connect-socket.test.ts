import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { plainAddress } from '../webhook/plain-loopback.ts';
import { connectSocket } from './connect-socket.ts';

const authToken = 'a-token';
let eager: WebSocketServer;
/** Speaks TLS, and has no certificate to show. */
let nameless: Server;
const seen: IncomingMessage[] = [];

beforeAll(async () => {
  eager = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  eager.on('connection', (socket, request) => {
    seen.push(request);
    socket.send('before anybody asked');
  });
  nameless = createServer();
  nameless.on('tlsClientError', () => {});
  nameless.listen(0, '127.0.0.1');
  await Promise.all([once(eager, 'listening'), once(nameless, 'listening')]);
});
afterAll(() => {
  for (const client of eager.clients) client.terminate();
  eager.close();
  nameless.close();
});

const at = (server: { address(): unknown }, scheme: string) =>
  `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/relay`;

describe('a socket to an application', () => {
  it('does not lose a message that arrives in one packet with the handshake', async () => {
    const socket = await connectSocket(at(eager, 'ws'), authToken);
    const [message] = await once(socket, 'message');
    expect(String(message)).toBe('before anybody asked');
    socket.terminate();
  });

  it('to a wss:// address of this machine that speaks no TLS is opened in plain text, signed as written', async () => {
    const url = at(eager, 'wss');
    const socket = await connectSocket(url, authToken);
    const signature = String(seen.at(-1)?.headers['x-twilio-signature']);
    expect(twilio.validateRequest(authToken, signature, url, {})).toBe(true);
    expect(seen.at(-1)?.headers).toMatchObject({ 'x-forwarded-proto': 'https', host: new URL(url).host });
    socket.terminate();
  });

  it('is not opened where TLS fails', async () => {
    await expect(connectSocket(at(nameless, 'wss'), authToken)).rejects.toMatchObject({ failure: 'tls' });
  });

  it.each([
    ['', 'bad-url'],
    ['ws://127.0.0.1:1/#fragment', 'bad-url'],
    ['http://127.0.0.1:1/', 'bad-scheme'],
    ['ws://192.0.2.1/', 'bad-scheme'],
    ['ws://127.0.0.1:1/', 'refused'],
    ['wss://127.0.0.1:1/', 'refused'],
  ])('is not opened to %o', async (url, failure) => {
    await expect(connectSocket(url, authToken)).rejects.toMatchObject({ failure });
  });
});

describe('a wss:// address without a port, where nothing listens on the default port', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  it('is tried at the port of the program that served the document', () => {
    const documentUrl = 'https://127.0.0.1:5050/incoming-call';
    expect(plainAddress('wss://127.0.0.1/media', refused, documentUrl)).toBe('ws://127.0.0.1:5050/media');
  });

  it.each([
    ['another machine', 'wss://app.example.test/media', 'http://127.0.0.1:5050/'],
    ['a port of its own', 'wss://127.0.0.1:8443/media', 'http://127.0.0.1:5050/'],
    ['a document from elsewhere', 'wss://127.0.0.1/media', 'http://app.example.test:5050/'],
    ['a document without an address', 'wss://127.0.0.1/media', null],
  ])('is not with %s', (_, url, documentUrl) => {
    expect(plainAddress(url, refused, documentUrl)).toBeNull();
  });
});
