import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { takeShortCut } from './short-cut.ts';

const clean: (() => void)[] = [];
afterEach(() => {
  for (const stop of clean.splice(0)) stop();
});

/** Sound, as far as these tests go. */
const isSound = (text: string) => /^sound [\x20-\x7e]*$/.test(text);

/** A server that takes sound by the short cut, a client that writes bytes, and what came of it in its order. */
async function line(): Promise<{ client: Socket; heard: string[]; closed: Promise<number> }> {
  const heard: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 100_000 });
  server.on('upgrade', (request, stream: Duplex, head) =>
    sockets.handleUpgrade(request, stream, head, (socket) => {
      takeShortCut(socket, stream, {
        masked: true,
        take: (text) => {
          if (isSound(text)) heard.push(`taken: ${text}`);
          return isSound(text);
        },
      });
      socket.on('message', (data, isBinary) =>
        heard.push(`${isBinary ? 'binary' : 'text'}: ${String(data)}`),
      );
      socket.on('ping', (data) => heard.push(`ping: ${String(data)}`));
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
  return { client, heard, closed };
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
const goodbye: Frame = { opcode: 8, body: Buffer.from([0x03, 0xe8]) };
const sound = `sound ${'x'.repeat(200)}`;

test('sound is taken, everything else is heard as ever', async () => {
  const { client, heard, closed } = await line();
  const frames = [text(sound), text('sound'), text(`words ${'x'.repeat(200)}`), text(sound), goodbye];
  client.write(Buffer.concat(frames.map(bytesOf)));
  expect(await closed).toBe(1000);
  // Behind something else in one chunk it comes the long way: later, never out of order.
  expect(heard).toEqual([
    `taken: ${sound}`,
    'text: sound',
    `text: words ${'x'.repeat(200)}`,
    `text: ${sound}`,
  ]);
});

const long = fc.integer({ min: 120, max: 5_000 }).map((length) => 'y'.repeat(length));
const message = fc.oneof(
  { weight: 5, arbitrary: long.map((rest) => [text(`sound ${rest}`)]) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }).map((words) => [text(words)]) },
  { weight: 1, arbitrary: long.map((rest) => [text(`sound ü ${rest}`)]) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 70_000 }).map((size) => [text('z'.repeat(size))]) },
  { weight: 1, arbitrary: long.map((body) => [{ opcode: 2, body: `sound ${body}` }]) },
  { weight: 1, arbitrary: fc.constant<Frame[]>([{ opcode: 9, body: 'alive?' }]) },
  {
    weight: 1,
    arbitrary: long.map((rest): Frame[] => [
      { opcode: 1, body: `sound ${rest}`, final: false },
      { opcode: 9, body: 'in between' },
      { opcode: 0, body: rest },
    ]),
  },
);

/** What the library alone would make of them. */
function meant(frames: readonly Frame[]): string[] {
  const heard: string[] = [];
  let parts = '';
  for (const { opcode, body, final = true } of frames) {
    if (opcode === 9) heard.push(`ping: ${body}`);
    else if (opcode === 2) heard.push(`binary: ${body}`);
    else if (final) heard.push(`text: ${parts}${body}`);
    parts = opcode === 9 ? parts : final ? '' : parts + String(body);
  }
  return heard;
}

test('whatever is sent, and however the network cuts it, nothing is lost, doubled or out of order', async () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 12 }), pieces, async (messages, sizes) => {
      const frames = messages.flat();
      const { client, heard, closed } = await line();
      const bytes = Buffer.concat([...frames, goodbye].map(bytesOf));
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        client.write(bytes.subarray(at, at + size));
        at += size;
        await nextTurn();
      }
      expect(await closed).toBe(1000);
      expect(heard.map((one) => one.replace(/^taken: /, 'text: '))).toEqual(meant(frames));
    }),
    { numRuns: 60 },
  );
});

test('a byte at a time', async () => {
  const { client, heard, closed } = await line();
  for (const byte of Buffer.concat([text(sound), text('words'), text(sound), goodbye].map(bytesOf))) {
    client.write(Buffer.from([byte]));
    await nextTurn();
  }
  expect(await closed).toBe(1000);
  expect(heard.map((one) => one.replace(/^taken: /, 'text: '))).toEqual([
    `text: ${sound}`,
    'text: words',
    `text: ${sound}`,
  ]);
});

describe('faults stay the library’s', () => {
  test.each([
    ['a frame without a mask', { ...text(sound), masked: false }, 1002],
    ['a kind of frame that there is none of', { opcode: 5, body: 'x'.repeat(200) }, 1002],
    ['a text that is none', { opcode: 1, body: Buffer.from(`sound ${'ü'.repeat(100)}`, 'latin1') }, 1007],
    ['a message beyond the limit', text(`sound ${'x'.repeat(100_001)}`), 1009],
    ['a part of a message that has not begun', { opcode: 0, body: 'x'.repeat(200) }, 1002],
  ])('%s ends the socket, and nothing is taken after it', async (_, fault: Frame, code) => {
    const { client, heard, closed } = await line();
    const answer = once(client, 'data');
    client.write(Buffer.concat([text(sound), fault].map(bytesOf)));
    const [frame] = (await answer) as [Buffer];
    client.write(Buffer.concat([text(sound), goodbye].map(bytesOf)));
    client.end();
    expect(frame.readUInt16BE(2)).toBe(code);
    await closed;
    expect(heard).toEqual([`taken: ${sound}`]);
  });

  test('a message in the middle of another one ends the socket, also when it is sound', async () => {
    const { client, heard, closed } = await line();
    const first = { ...text('the first part'), final: false };
    client.write(Buffer.concat([first, { opcode: 9, body: 'arrived?' }].map(bytesOf)));
    await once(client, 'data');
    const answer = once(client, 'data');
    client.write(bytesOf(text(sound)));
    const [frame] = (await answer) as [Buffer];
    client.end();
    expect(frame.readUInt16BE(2)).toBe(1002);
    await closed;
    expect(heard).toEqual(['ping: arrived?']);
  });

  test('whoever has said goodbye is not listened to', async () => {
    const { client, heard, closed } = await line();
    const answer = once(client, 'data');
    client.write(bytesOf(goodbye));
    await answer;
    client.end(bytesOf(text(sound)));
    expect(await closed).toBe(1000);
    expect(heard).toEqual([]);
  });
});

test('frames of a server, which are not masked, are taken as well', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  clean.push(() => server.close());
  await once(server, 'listening');
  server.on('connection', (socket) => {
    for (const words of [sound, 'words', sound]) socket.send(words);
    socket.close(1000);
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    perMessageDeflate: false,
  });
  const heard: string[] = [];
  let stream: Socket | undefined;
  client.on('upgrade', (response) => {
    stream = response.socket;
  });
  client.on('open', () => {
    if (stream) takeShortCut(client, stream, { masked: false, take: isSound });
  });
  client.on('message', (data) => heard.push(String(data)));
  const [code] = await once(client, 'close');
  expect(code).toBe(1000);
  expect(heard.filter((words) => words !== sound)).toEqual(['words']);
});
