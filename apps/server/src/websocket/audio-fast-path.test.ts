import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { audioFastPath } from './audio-fast-path.ts';

const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const stop of cleanup.splice(0)) stop();
});

interface End {
  readonly socket: WebSocket;
  readonly stream: Duplex;
}

/** Both ends of a connection, each as it is when we may call `audioFastPath`. */
async function connected(): Promise<{ server: End; client: End }> {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const accepted = Promise.withResolvers<End>();
  http.on('upgrade', (request, stream: Duplex, head) =>
    sockets.handleUpgrade(request, stream, head, (socket) => accepted.resolve({ socket, stream })),
  );
  const { port } = http.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  let stream: Socket | undefined;
  socket.on('upgrade', (response) => {
    stream = response.socket;
  });
  await once(socket, 'open');
  cleanup.push(
    () => socket.terminate(),
    () => http.close(),
  );
  if (!stream) throw new Error('ws did not emit upgrade with the socket of the connection');
  return { server: await accepted.promise, client: { socket, stream } };
}

describe('what the fast path relies on in ws', () => {
  test.each(['server', 'client'] as const)('%s: exactly one data listener on the stream', async (end) => {
    const { [end]: ours } = await connected();
    expect(ours.stream.listeners('data').map(({ name }) => name)).toEqual(['socketOnData']);
  });

  test('after a protocol error ws removes its listener and emits error', async () => {
    const { server, client } = await connected();
    const failed = once(server.socket, 'error');
    client.stream.write(Buffer.from([0x85, 0x80, 0, 0, 0, 0]));
    await failed;
    expect(server.stream.listenerCount('data')).toBe(0);
  });

  test.each(['server', 'client'] as const)('%s: ws writes a frame completely and at once', async (end) => {
    const { [end]: ours } = await connected();
    const before = (ours.stream as Socket).bytesWritten;
    ours.socket.send('x'.repeat(200));
    expect((ours.stream as Socket).bytesWritten - before).toBe(end === 'server' ? 204 : 208);
  });

  test('where ws has another listener nothing is intercepted, and everything arrives as a message', async () => {
    const { server, client } = await connected();
    server.stream.on('data', () => {});
    const intercepted: string[] = [];
    audioFastPath(server.socket, server.stream, {
      role: 'server',
      receive: (text) => intercepted.push(text) > 0,
    });
    client.socket.send('x'.repeat(200));
    const [data] = await once(server.socket, 'message');
    expect([String(data), intercepted]).toEqual(['x'.repeat(200), []]);
  });
});

describe.each(['server', 'client'] as const)('a %s with and without the fast path', (role) => {
  const audio = (number: number) => `audio ${number} ${'x'.repeat(200)}`;
  const texts = Array.from({ length: 60 }, (_, n) => (n % 5 === 4 ? `text ${n}` : audio(n)));

  async function run(enabled: boolean) {
    const ends = await connected();
    const ours = ends[role];
    const other = ends[role === 'server' ? 'client' : 'server'];
    const arrived: string[] = [];
    let intercepted = 0;
    const receive = (text: string) => {
      if (!text.startsWith('audio')) return false;
      intercepted += 1;
      arrived.push(text);
      return true;
    };
    ours.socket.on('message', (data) => arrived.push(String(data)));
    const send = audioFastPath(ours.socket, ours.stream, { role, receive, enabled });
    const received: string[] = [];
    other.socket.on('message', (data) => received.push(String(data)));
    const closed = once(ours.socket, 'close');
    for (const text of texts) {
      other.socket.send(text);
      send(text);
    }
    other.socket.close(1000);
    const [code] = await closed;
    return { arrived, received, code, intercepted };
  }

  test('receives and sends the same messages in the same order', async () => {
    const [fast, plain] = [await run(true), await run(false)];
    expect(fast.arrived).toEqual(texts);
    expect(fast.received).toEqual(texts);
    expect({ ...plain, intercepted: 0 }).toEqual({ ...fast, intercepted: 0 });
    expect(fast.intercepted).toBeGreaterThan(0);
    expect(plain.intercepted).toBe(0);
  });
});
