import type { Socket } from 'node:net';
import { type ClientOptions, type RawData, WebSocket } from 'ws';
import type { Clock } from '../../ports/clock.ts';
import { maskedFrame } from '../../websocket/masked-frame.ts';
import { takeShortCut } from '../../websocket/short-cut.ts';
import {
  type Failure,
  failureOfClose,
  failureOfHandshake,
  failureOfSocket,
  silentService,
} from './failures.ts';

export interface ConnectionOptions {
  readonly url: string;
  readonly model: string;
  /** Null for a server of one's own that asks for none. */
  readonly apiKey: string | null;
  readonly clock: Clock;
  readonly limits: ConnectionLimits;
}

export interface ConnectionLimits {
  /** Bytes that may wait for the network before audio is left out: some seconds of speech, staler is of no use. */
  readonly audioBacklogBytes: number;
  /** How often a sign of life is asked for. */
  readonly pingMs: number;
  /** How long the other end may take to say goodbye. */
  readonly closeMs: number;
}

export interface ConnectionListener {
  opened(): void;
  message(json: string): void;
  /** Offered what may be sound; false for what is none, which comes as a message then. */
  sound(text: string): boolean;
  /** Told once, and not after `close`. */
  lost(failure: Failure): void;
}

/** One socket to the service. Audio may be left out when it is slow; anything else never is. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #listener: ConnectionListener;
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  #stream: Socket | null = null;
  #opened = false;
  #over = false;
  #alive = true;
  #stopWatch: () => void = () => {};

  constructor(options: ConnectionOptions, listener: ConnectionListener) {
    this.#listener = listener;
    this.#clock = options.clock;
    this.#limits = options.limits;
    this.#socket = open(options);
    this.#socket.on('upgrade', ({ socket }) => {
      this.#stream = socket;
    });
    this.#socket.on('open', () => {
      if (this.#over) return;
      this.#opened = true;
      if (this.#stream) {
        takeShortCut(this.#socket, this.#stream, { masked: false, take: (text) => this.#sound(text) });
      }
      this.#watch();
      listener.opened();
    });
    this.#socket.on('message', (data: RawData) => {
      this.#alive = true;
      if (!this.#over) listener.message(String(data));
    });
    this.#socket.on('pong', () => {
      this.#alive = true;
    });
    this.#socket.on('unexpected-response', (request, response) => {
      request.destroy();
      this.#lose(failureOfHandshake(response.statusCode ?? 0));
    });
    this.#socket.on('error', (error) => {
      // Later ones are followed by a close, which says more.
      if (!this.#opened) this.#lose(failureOfSocket(error));
    });
    this.#socket.on('close', (code, reason) => this.#lose(failureOfClose(code, String(reason))));
  }

  send(json: string): void {
    if (!this.#over) this.#socket.send(json);
  }

  /** Plain ASCII. False when the network is behind and the audio was left out. */
  sendAudio(json: string): boolean {
    const { readyState, bufferedAmount } = this.#socket;
    const stream = readyState === WebSocket.OPEN ? this.#stream : null;
    if (this.#over || stream === null || bufferedAmount > this.#limits.audioBacklogBytes) return false;
    // Nothing is compressed or sent in parts here, so a frame of our own may stand between those of the library.
    stream.write(maskedFrame(json));
    return true;
  }

  close(): void {
    if (this.#over) return;
    this.#end();
    const stop = this.#clock.after(this.#limits.closeMs, () => this.#socket.terminate());
    this.#socket.once('close', stop);
    this.#socket.close(1000);
  }

  #sound(text: string): boolean {
    if (this.#over || !this.#listener.sound(text)) return false;
    this.#alive = true;
    return true;
  }

  #watch(): void {
    this.#stopWatch = this.#clock.after(this.#limits.pingMs, () => {
      if (!this.#alive) {
        this.#lose(silentService);
        return;
      }
      this.#alive = false;
      this.#socket.ping();
      this.#watch();
    });
  }

  #lose(failure: Failure): void {
    if (this.#over) return;
    this.#end();
    this.#socket.terminate();
    this.#listener.lost(failure);
  }

  #end(): void {
    this.#over = true;
    this.#stopWatch();
  }
}

function open({ url, model, apiKey, limits }: ConnectionOptions): WebSocket {
  const address = new URL(url);
  address.searchParams.set('model', model);
  // The published types trail behind the package here.
  const options: ClientOptions & { closeTimeout: number } = {
    headers: apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` },
    // Base64 of compressed sound does not get smaller, and every frame would pay for the attempt.
    perMessageDeflate: false,
    // JSON.parse reads what comes; checking every byte before is work done twice.
    skipUTF8Validation: true,
    // Sound comes in pieces of some kilobytes; the longest events repeat what the session was told.
    maxPayload: 1024 * 1024,
    closeTimeout: limits.closeMs,
  };
  return new WebSocket(address, options);
}
