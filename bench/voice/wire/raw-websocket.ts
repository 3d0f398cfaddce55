import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ArrivedFrame, encode, FrameReader, type TextFrame } from './frames.ts';

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** One end of a websocket. Frames can be prepared; text that is not time critical is framed on the spot. */
export class RawWebSocket {
  /** Takes text frames; what it is given is valid only during the call. */
  onText: (frame: ArrivedFrame) => void = () => {};
  onClose: () => void = () => {};
  /** Frames that were not sent because the other end did not read. */
  heldUp = 0;
  readonly #socket: Socket;
  readonly #mask: Buffer | null;

  constructor(socket: Socket, head: Buffer, isClient: boolean) {
    this.#socket = socket;
    this.#mask = isClient ? randomBytes(4) : null;
    const reader = new FrameReader((frame) => this.#take(frame));
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.onClose());
    if (head.length > 0) reader.push(head);
  }

  /** The mask that prepared frames for this socket carry. */
  get mask(): Buffer | null {
    return this.#mask;
  }

  /** Prepared frames are reused, so one that is still buffered must not be sent again. */
  sendPrepared({ bytes }: TextFrame): void {
    if (this.#socket.writableLength > 0) this.heldUp += 1;
    else this.#socket.write(bytes);
  }

  send(content: string): void {
    this.#socket.write(encode(opcodes.text, Buffer.from(content), this.#mask));
  }

  close(): void {
    if (this.#socket.destroyed) return;
    this.#socket.end(encode(opcodes.close, Buffer.from([0x03, 0xe8]), this.#mask));
  }

  #take(frame: ArrivedFrame): void {
    if (frame.opcode === opcodes.text) this.onText(frame);
    else if (frame.opcode === opcodes.ping)
      this.#socket.write(encode(opcodes.pong, frame.content(), this.#mask));
    else if (frame.opcode === opcodes.close) this.close();
  }
}

/** Opens a websocket as a client. */
export async function connect(url: string, headers: Record<string, string> = {}): Promise<RawWebSocket> {
  const asked = request(url.replace(/^ws/, 'http'), {
    headers: {
      ...headers,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    },
  });
  const opened = once(asked, 'upgrade') as Promise<[IncomingMessage, Socket, Buffer]>;
  const refused = once(asked, 'response') as Promise<[IncomingMessage]>;
  refused.catch(() => {});
  asked.end();
  const [first, socket, head] = await Promise.race([opened, refused]);
  if (!socket) throw new Error(`The socket was refused with ${first.statusCode}.`);
  return new RawWebSocket(socket, head ?? Buffer.alloc(0), true);
}

export interface RawWebSocketServer {
  readonly port: number;
  readonly http: Server;
  close(): void;
}

/** Listens on a free port and accepts websockets. */
export async function listen(
  welcome: (socket: RawWebSocket, request: IncomingMessage) => void,
): Promise<RawWebSocketServer> {
  const http = createServer();
  http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(request)}\r\n\r\n`,
    );
    welcome(new RawWebSocket(stream as Socket, head, false), request);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    http,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}

function acceptOf({ headers }: IncomingMessage): string {
  const key = headers['sec-websocket-key'] ?? '';
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}
