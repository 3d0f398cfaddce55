import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { interceptFrames } from './frame-interceptor.ts';

const clean: (() => void)[] = [];
afterEach(() => {
  for (const stop of clean.splice(0)) stop();
});

/** What these tests take for audio. */
const isAudio = (text: string) => /^audio [\x20-\x7e]*$/.test(text);

/** A server that intercepts audio, a client that writes bytes, and what arrived, in order. */
async function openConnection(): Promise<{ client: Socket; received: string[]; closed: Promise<number> }> {
  const received: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 100_000 });
  server.on('upgrade', (request, stream: Duplex, head) =>
    sockets.handleUpgrade(request, stream, head, (socket) => {
      interceptFrames(socket, stream, {
        masked: true,
        take: (text) => {
          if (isAudio(text)) received.push(`intercepted: ${text}`);
          return isAudio(text);
        },
      });
      socket.on('message', (data, isBinary) =>
        received.push(`${isBinary ? 'binary' : 'text'}: ${String(data)}`),
      );
      socket.on('ping', (data) => received.push(`ping: ${String(data)}`));
      socket.on('error', () => {});
      socket.on('close', resolve);
    }),
  );
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
  clean.push(
    () => client.destroy(),
    () => server.close(),
  );
  client.write(
    `GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  );
  await once(client, 'data');
  client.resume();
  return { client, received, closed };
}

interface Frame {
  readonly opcode: number;
  readonly body: Buffer | string;
  readonly final?: boolean;
  readonly masked?: boolean;
}

function bytesOf({ opcode, body, final = true, masked = true }: Frame): Buffer {
  const content = Buffer.from(body);
  const { length } = content;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (final ? 0x80 : 0) | opcode;
  head[1] = (masked ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  if (!masked) return Buffer.concat([head, content]);
  const mask = Buffer.from([0x11, 0xa2, 0x33, 0xc4]);
  return Buffer.concat([head, mask, content.map((byte, place) => byte ^ (mask[place & 3] ?? 0))]);
}

const text = (body: string): Frame => ({ opcode: 1, body });
const closeFrame: Frame = { opcode: 8, body: Buffer.from([0x03, 0xe8]) };
const audio = `audio ${'x'.repeat(200)}`;

test('audio is intercepted, everything else arrives through ws', async () => {
  const { client, received, closed } = await openConnection();
  const frames = [text(audio), text('audio'), text(`words ${'x'.repeat(200)}`), text(audio), closeFrame];
  client.write(Buffer.concat(frames.map(bytesOf)));
  expect(await closed).toBe(1000);
  // Audio behind another frame in the same chunk arrives through ws, so that the order is kept.
  expect(received).toEqual([
    `intercepted: ${audio}`,
    'text: audio',
    `text: words ${'x'.repeat(200)}`,
    `text: ${audio}`,
  ]);
});

const long = fc.integer({ min: 120, max: 5_000 }).map((length) => 'y'.repeat(length));
const message = fc.oneof(
  { weight: 5, arbitrary: long.map((rest) => [text(`audio ${rest}`)]) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }).map((words) => [text(words)]) },
  { weight: 1, arbitrary: long.map((rest) => [text(`audio ü ${rest}`)]) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 70_000 }).map((size) => [text('z'.repeat(size))]) },
  { weight: 1, arbitrary: long.map((body) => [{ opcode: 2, body: `audio ${body}` }]) },
  { weight: 1, arbitrary: fc.constant<Frame[]>([{ opcode: 9, body: 'ping' }]) },
  {
    weight: 1,
    arbitrary: long.map((rest): Frame[] => [
      { opcode: 1, body: `audio ${rest}`, final: false },
      { opcode: 9, body: 'in between' },
      { opcode: 0, body: rest },
    ]),
  },
);

/** What `ws` alone would deliver. */
function deliveredByWs(frames: readonly Frame[]): string[] {
  const received: string[] = [];
  let parts = '';
  for (const { opcode, body, final = true } of frames) {
    if (opcode === 9) received.push(`ping: ${body}`);
    else if (opcode === 2) received.push(`binary: ${body}`);
    else if (final) received.push(`text: ${parts}${body}`);
    parts = opcode === 9 ? parts : final ? '' : parts + String(body);
  }
  return received;
}

test('whatever is sent, and however it is split into chunks, nothing is lost, doubled or out of order', async () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 12 }), pieces, async (messages, sizes) => {
      const frames = messages.flat();
      const { client, received, closed } = await openConnection();
      const bytes = Buffer.concat([...frames, closeFrame].map(bytesOf));
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        client.write(bytes.subarray(at, at + size));
        at += size;
        await nextTurn();
      }
      expect(await closed).toBe(1000);
      expect(received.map((one) => one.replace(/^intercepted: /, 'text: '))).toEqual(deliveredByWs(frames));
    }),
    { numRuns: 60 },
  );
});

test('messages that arrive a byte at a time', async () => {
  const { client, received, closed } = await openConnection();
  for (const byte of Buffer.concat([text(audio), text('words'), text(audio), closeFrame].map(bytesOf))) {
    client.write(Buffer.from([byte]));
    await nextTurn();
  }
  expect(await closed).toBe(1000);
  expect(received.map((one) => one.replace(/^intercepted: /, 'text: '))).toEqual([
    `text: ${audio}`,
    'text: words',
    `text: ${audio}`,
  ]);
});

describe('protocol errors are handled by ws', () => {
  test.each([
    ['an unmasked frame', { ...text(audio), masked: false }, 1002],
    ['an unknown opcode', { opcode: 5, body: 'x'.repeat(200) }, 1002],
    ['text that is not UTF-8', { opcode: 1, body: Buffer.from(`audio ${'ü'.repeat(100)}`, 'latin1') }, 1007],
    ['a message beyond the limit', text(`audio ${'x'.repeat(100_001)}`), 1009],
    ['a continuation without a first fragment', { opcode: 0, body: 'x'.repeat(200) }, 1002],
  ])('%s closes the socket, and nothing is intercepted after it', async (_, fault: Frame, code) => {
    const { client, received, closed } = await openConnection();
    const answer = once(client, 'data');
    client.write(Buffer.concat([text(audio), fault].map(bytesOf)));
    const [frame] = (await answer) as [Buffer];
    client.write(Buffer.concat([text(audio), closeFrame].map(bytesOf)));
    client.end();
    expect(frame.readUInt16BE(2)).toBe(code);
    await closed;
    expect(received).toEqual([`intercepted: ${audio}`]);
  });

  test('a message inside a fragmented one closes the socket, also when it is audio', async () => {
    const { client, received, closed } = await openConnection();
    const first = { ...text('the first part'), final: false };
    client.write(Buffer.concat([first, { opcode: 9, body: 'arrived?' }].map(bytesOf)));
    await once(client, 'data');
    const answer = once(client, 'data');
    client.write(bytesOf(text(audio)));
    const [frame] = (await answer) as [Buffer];
    client.end();
    expect(frame.readUInt16BE(2)).toBe(1002);
    await closed;
    expect(received).toEqual(['ping: arrived?']);
  });

  test('what follows a close frame is ignored', async () => {
    const { client, received, closed } = await openConnection();
    const answer = once(client, 'data');
    client.write(bytesOf(closeFrame));
    await answer;
    client.end(bytesOf(text(audio)));
    expect(await closed).toBe(1000);
    expect(received).toEqual([]);
  });
});

test('unmasked frames of a server are intercepted as well', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  clean.push(() => server.close());
  await once(server, 'listening');
  server.on('connection', (socket) => {
    for (const words of [audio, 'words', audio]) socket.send(words);
    socket.close(1000);
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    perMessageDeflate: false,
  });
  const received: string[] = [];
  let stream: Socket | undefined;
  client.on('upgrade', (response) => {
    stream = response.socket;
  });
  client.on('open', () => {
    if (stream) interceptFrames(client, stream, { masked: false, take: isAudio });
  });
  client.on('message', (data) => received.push(String(data)));
  const [code] = await once(client, 'close');
  expect(code).toBe(1000);
  expect(received.filter((words) => words !== audio)).toEqual(['words']);
});
