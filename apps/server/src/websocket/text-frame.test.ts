import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

test('frames of every length arrive intact between frames that ws writes', async () => {
  const texts = [
    '',
    'a',
    'ü'.repeat(62),
    'ü'.repeat(63),
    'x'.repeat(125),
    'x'.repeat(126),
    '🦷'.repeat(40_000),
  ];
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(request, stream, head, (socket) => {
      for (const text of texts) {
        stream.write(textFrame(text));
        socket.send(`after ${text.length}`);
      }
      socket.close(1000);
    }),
  );
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  client.on('message', (data) => received.push(String(data)));
  const [code] = await once(client, 'close');
  server.close();
  expect(code).toBe(1000);
  expect(received).toEqual(texts.flatMap((text) => [text, `after ${text.length}`]));
});
