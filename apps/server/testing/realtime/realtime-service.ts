import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AnswerPlan, type AnswerRequest, sayQuotedText } from './plan.ts';
import { RealtimeSession } from './realtime-session.ts';
import { betaShape, type ClosingError, wrongKey, wrongModel } from './wire-error.ts';

const knownModels = ['gpt-realtime-2.1', 'gpt-realtime-2.1-mini', 'gpt-realtime-2', 'gpt-realtime-1.5'];

/**
 * Emulates the speech-to-speech service on loopback, at its wire. It refuses what the service refuses, so a client that
 * works with it speaks the current protocol.
 */
export class RealtimeService {
  readonly key = 'sk-test-realtime';
  readonly sessions: RealtimeSession[] = [];
  /** Where it listens. */
  url = '';
  readonly #server = createServer((_request, response) => response.writeHead(404).end());
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });
  readonly #waiting = new Set<() => void>();
  readonly #plans: AnswerPlan[] = [];
  #plan: (request: AnswerRequest) => AnswerPlan = sayQuotedText;
  #handshakes: 'answered' | 'held' | number = 'answered';
  readonly #upgradeSockets = new Set<Duplex>();
  #held: (() => void)[] = [];
  #answersUpdates = true;

  static async start(): Promise<RealtimeService> {
    const service = new RealtimeService();
    service.#server.on('upgrade', (request, socket, head) => service.#onUpgrade(request, socket, head));
    await new Promise<void>((resolve) => {
      service.#server.listen(0, '127.0.0.1', resolve);
    });
    service.url = `ws://127.0.0.1:${(service.#server.address() as AddressInfo).port}/v1/realtime`;
    return service;
  }

  /** The next answers, in order; after them `answerWith` decides. */
  answers(...plans: readonly AnswerPlan[]): void {
    this.#plans.push(...plans);
  }

  answerWith(plan: (request: AnswerRequest) => AnswerPlan): void {
    this.#plan = plan;
  }

  /** Handshakes wait until `acceptHandshakes`. */
  holdHandshakes(): void {
    this.#handshakes = 'held';
  }

  refuseHandshakes(status: number): void {
    this.#handshakes = status;
  }

  acceptHandshakes(): void {
    this.#handshakes = 'answered';
    for (const go of this.#held.splice(0)) go();
  }

  get pendingHandshakes(): number {
    return this.#held.length;
  }

  /** Sessions answer `session.update` only when a test says so. */
  holdUpdates(): void {
    this.#answersUpdates = false;
  }

  /** The session with this number, already open or still to come. */
  async session(number = 1): Promise<RealtimeSession> {
    await this.#when(() => this.sessions.length >= number);
    const session = this.sessions[number - 1];
    if (!session) throw new Error(`There is no session ${number}.`);
    return session;
  }

  async untilPendingHandshakes(count = 1): Promise<void> {
    await this.#when(() => this.pendingHandshakes >= count);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    for (const socket of this.#upgradeSockets) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #when(ready: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!ready()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#upgradeSockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#upgradeSockets.delete(socket));
    if (this.#handshakes === 'held') {
      this.#held.push(() => this.#admit(request, socket, head));
      this.#wake();
      return;
    }
    if (typeof this.#handshakes === 'number') refuseUpgrade(socket, this.#handshakes);
    else this.#admit(request, socket, head);
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { authorization } = request.headers;
    const url = new URL(request.url ?? '/', 'ws://emulator');
    if (url.pathname !== '/v1/realtime' || !authorization?.startsWith('Bearer ')) {
      refuseUpgrade(socket, url.pathname === '/v1/realtime' ? 401 : 404);
      return;
    }
    const model = url.searchParams.get('model');
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      const closing = this.#closingErrorFor(request, authorization, model);
      if (closing) closeWith(open, closing);
      else this.#open(open, model ?? '');
    });
  }

  #closingErrorFor(
    request: IncomingMessage,
    authorization: string,
    model: string | null,
  ): ClosingError | null {
    if (authorization !== `Bearer ${this.key}`) return wrongKey;
    if (request.headers['openai-beta'] !== undefined) return betaShape;
    return model !== null && knownModels.includes(model) ? null : wrongModel(model);
  }

  #open(socket: WebSocket, model: string): void {
    const session = new RealtimeSession(socket, model, {
      plan: (request) => this.#plans.shift() ?? this.#plan(request),
      answersUpdates: this.#answersUpdates,
    });
    this.sessions.push(session);
    this.#wake();
  }
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function closeWith(socket: WebSocket, { error, closeCode }: ClosingError): void {
  socket.send(JSON.stringify({ type: 'error', event_id: 'event_1', error: { ...error, event_id: null } }));
  socket.close(closeCode, `${error.type}.${error.code}`);
}
