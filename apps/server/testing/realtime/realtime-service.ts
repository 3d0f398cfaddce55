import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AnswerRequest, obedient, type Plan } from './plan.ts';
import { RealtimeSession } from './realtime-session.ts';
import { betaShape, type Expulsion, wrongKey, wrongModel } from './wire-error.ts';

const knownModels = ['gpt-realtime-2.1', 'gpt-realtime-2.1-mini', 'gpt-realtime-2', 'gpt-realtime-1.5'];

/**
 * Stands in for the speech-to-speech service on loopback, at its wire. It refuses what the service refuses, so a client
 * that gets along with it speaks the protocol of today.
 */
export class RealtimeService {
  readonly key = 'sk-test-realtime';
  readonly sessions: RealtimeSession[] = [];
  /** Where it listens. */
  url = '';
  readonly #server = createServer((_request, response) => response.writeHead(404).end());
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });
  readonly #waiting = new Set<() => void>();
  readonly #plans: Plan[] = [];
  #think: (request: AnswerRequest) => Plan = obedient;
  #handshakes: 'answered' | 'held' | number = 'answered';
  readonly #doors = new Set<Duplex>();
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

  /** What the next answers are, one after the other; after them it does as `answerWith` says. */
  answers(...plans: readonly Plan[]): void {
    this.#plans.push(...plans);
  }

  answerWith(think: (request: AnswerRequest) => Plan): void {
    this.#think = think;
  }

  /** Handshakes wait until `letIn`, or are refused with this status. */
  hold(): void {
    this.#handshakes = 'held';
  }

  refuse(status: number): void {
    this.#handshakes = status;
  }

  letIn(): void {
    this.#handshakes = 'answered';
    for (const go of this.#held.splice(0)) go();
  }

  /** How many handshakes wait. */
  get knocking(): number {
    return this.#held.length;
  }

  /** Sessions answer `session.update` only when a test says so. */
  holdUpdates(): void {
    this.#answersUpdates = false;
  }

  /** The session with this number, there already or still to come. */
  async session(number = 1): Promise<RealtimeSession> {
    await this.#when(() => this.sessions.length >= number);
    const session = this.sessions[number - 1];
    if (!session) throw new Error(`There is no session ${number}.`);
    return session;
  }

  async untilKnocking(count = 1): Promise<void> {
    await this.#when(() => this.knocking >= count);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    for (const door of this.#doors) door.destroy();
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
    this.#doors.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#doors.delete(socket));
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
    const url = new URL(request.url ?? '/', 'ws://stand-in');
    if (url.pathname !== '/v1/realtime' || !authorization?.startsWith('Bearer ')) {
      refuseUpgrade(socket, url.pathname === '/v1/realtime' ? 401 : 404);
      return;
    }
    const model = url.searchParams.get('model');
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      const expulsion = this.#objection(request, authorization, model);
      if (expulsion) expel(open, expulsion);
      else this.#open(open, model ?? '');
    });
  }

  #objection(request: IncomingMessage, authorization: string, model: string | null): Expulsion | null {
    if (authorization !== `Bearer ${this.key}`) return wrongKey;
    if (request.headers['openai-beta'] !== undefined) return betaShape;
    return model !== null && knownModels.includes(model) ? null : wrongModel(model);
  }

  #open(socket: WebSocket, model: string): void {
    const session = new RealtimeSession(socket, model, {
      plan: (request) => this.#plans.shift() ?? this.#think(request),
      answersUpdates: this.#answersUpdates,
    });
    this.sessions.push(session);
    this.#wake();
  }
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function expel(socket: WebSocket, { error, closeCode }: Expulsion): void {
  socket.send(JSON.stringify({ type: 'error', event_id: 'event_1', error: { ...error, event_id: null } }));
  socket.close(closeCode, `${error.type}.${error.code}`);
}
