import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** One kept-alive connection that does as little as possible, so that only the server is measured. */
export class HttpConnection {
  readonly #socket: Socket;
  #held: Buffer = Buffer.alloc(0);
  #waiting: PromiseWithResolvers<Answer> | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    const lost = () => this.#waiting?.reject(new Error('The server closed the connection.'));
    socket.on('error', lost);
    socket.on('close', lost);
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  /** `request` is a whole request as it goes over the wire. */
  async send(request: string): Promise<Answer> {
    if (this.#socket.destroyed) throw new Error('The server had closed the connection.');
    this.#waiting = Promise.withResolvers<Answer>();
    this.#socket.write(request);
    return this.#waiting.promise;
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const end = this.#held.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#held.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#held.length < end + 4 + length) return;
    const body = this.#held.subarray(end + 4, end + 4 + length);
    const answer = { status: Number(head.slice(9, 12)), body };
    this.#held = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(answer);
  }
}

export interface RequestParts {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** The bytes of a request with the headers that the web app sends. */
export function requestText({ method = 'GET', path, token, body }: RequestParts): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: application/json',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(method === 'GET'
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
