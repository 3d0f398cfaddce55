import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { maskedFrame } from './masked-frame.ts';

test('frames of every length arrive intact between frames that ws writes', async () => {
  const texts = [0, 1, 2, 3, 125, 126, 265, 65_535, 65_536].map((length) =>
    'x+/='.repeat(20_000).slice(0, length),
  );
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const received: string[] = [];
  const closed = new Promise<number>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => received.push(`${isBinary}:${String(data)}`));
      socket.on('close', resolve);
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  let stream: Socket | undefined;
  client.on('upgrade', (response) => {
    stream = response.socket;
  });
  await once(client, 'open');
  for (const text of texts) {
    stream?.write(maskedFrame(text));
    client.send(`after ${text.length}`);
  }
  client.close(1000);
  expect(await closed).toBe(1000);
  server.close();
  expect(received).toEqual(texts.flatMap((text) => [`false:${text}`, `false:after ${text.length}`]));
});

test('frames carry different masks', () => {
  const frames = Array.from({ length: 5_000 }, () => maskedFrame('same').toString('hex'));
  expect(new Set(frames).size).toBeGreaterThan(4_990);
});
