import { type LookupFunction, Socket } from 'node:net';
import { type ClientOptions, type RawData, WebSocket } from 'ws';
import { type HostGuard, HostRefused } from '../../lib/host-guard.ts';
import type { Clock } from '../../ports/clock.ts';
import { audioFastPath } from '../../websocket/audio-fast-path.ts';
import {
  type Failure,
  failureOfClose,
  failureOfHandshake,
  failureOfSocket,
  pingTimeout,
} from './failures.ts';

export interface ConnectionOptions {
  readonly url: string;
  readonly model: string;
  readonly key: () => string | null;
  readonly guard?: HostGuard | null;
  readonly clock: Clock;
  readonly limits: ConnectionLimits;
}

export interface ConnectionLimits {
  /** Bytes that may wait for the network before audio is dropped: some seconds of speech, older audio is useless. */
  readonly audioBacklogBytes: number;
  /** How often the service is pinged. */
  readonly pingMs: number;
  /** How long the closing handshake may take. */
  readonly closeMs: number;
}

export interface ConnectionListener {
  opened(): void;
  message(json: string): void;
  /** Offered what may be audio; what it returns false for arrives as a message. */
  audio(text: string): boolean;
  /** Called once, and not after `close`. */
  lost(failure: Failure): void;
}

/** One socket to the service. Audio is dropped when the network is slow; nothing else is. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #listener: ConnectionListener;
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  #sendAudio: ((ascii: string) => void) | null = null;
  #opened = false;
  #over = false;
  #alive = true;
  #stopWatch: () => void = () => {};

  constructor(options: ConnectionOptions, listener: ConnectionListener) {
    this.#listener = listener;
    this.#clock = options.clock;
    this.#limits = options.limits;
    this.#socket = open(options);
    let stream: Socket | null = null;
    this.#socket.on('upgrade', (response) => {
      stream = response.socket;
    });
    this.#socket.on('open', () => {
      if (this.#over) return;
      this.#opened = true;
      if (stream) {
        const receive = (text: string) => this.#onAudio(text);
        this.#sendAudio = audioFastPath(this.#socket, stream, { role: 'client', receive });
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
      // Once open, an error is followed by a close, which says more.
      if (!this.#opened) this.#lose(failureOfSocket(error));
    });
    this.#socket.on('close', (code, reason) => this.#lose(failureOfClose(code, String(reason))));
  }

  send(json: string): void {
    if (!this.#over) this.#socket.send(json);
  }

  /** ASCII only. False when the network is behind and the audio was dropped. */
  sendAudio(json: string): boolean {
    const { readyState, bufferedAmount } = this.#socket;
    const send = readyState === WebSocket.OPEN ? this.#sendAudio : null;
    if (this.#over || send === null || bufferedAmount > this.#limits.audioBacklogBytes) return false;
    send(json);
    return true;
  }

  close(): void {
    if (this.#over) return;
    this.#end();
    const stop = this.#clock.after(this.#limits.closeMs, () => this.#socket.terminate());
    this.#socket.once('close', stop);
    this.#socket.close(1000);
  }

  #onAudio(text: string): boolean {
    if (this.#over || !this.#listener.audio(text)) return false;
    this.#alive = true;
    return true;
  }

  #watch(): void {
    this.#stopWatch = this.#clock.after(this.#limits.pingMs, () => {
      if (!this.#alive) {
        this.#lose(pingTimeout);
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

function open({ url, model, key, guard = null, limits }: ConnectionOptions): WebSocket {
  const address = new URL(url);
  address.searchParams.set('model', model);
  const apiKey = key();
  // The published types do not have closeTimeout yet.
  const options: ClientOptions & { closeTimeout: number } = {
    headers: apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` },
    // Base64 of encoded audio hardly gets smaller, and every frame would pay for the attempt.
    perMessageDeflate: false,
    // JSON.parse reads every message; checking its bytes before would be work done twice.
    skipUTF8Validation: true,
    // Audio comes in some kilobytes at a time; the longest events repeat the session's settings.
    maxPayload: 1024 * 1024,
    closeTimeout: limits.closeMs,
    ...(guard && connectionThrough(guard, address)),
  };
  return new WebSocket(address, options);
}

function connectionThrough(
  guard: HostGuard,
  address: URL,
): Pick<ClientOptions, 'createConnection'> & { lookup?: LookupFunction } {
  const refusal = guard.refusalOf(address);
  const port = Number(address.port || (address.protocol === 'wss:' ? 443 : 80));
  if (refusal === null) return { lookup: guard.lookupFor(port) };
  // Reported as any connection that cannot be made, once somebody listens.
  const refused = () => {
    // Connecting, so that what is written waits.
    const socket = Object.assign(new Socket(), { connecting: true });
    setImmediate(() => socket.destroy(new HostRefused(refusal)));
    return socket;
  };
  return { createConnection: refused };
}
