import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { frameBytes } from '../audio/mulaw.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { HandsetPages } from './pages.ts';

/** A second of sound in one message is more than any microphone sends. */
const longestMessage = 50 * frameBytes;

/**
 * Websockets for the sound of handset pages, in calls over media streams. Binary messages are µ-law sound: what the agent
 * plays to the page, the microphone from the page. A text message says whether there is a stream: `{"stream": true}`.
 */
export class SoundSockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  readonly #find: (callSid: string) => LiveCall | null;
  readonly #pages: HandsetPages;

  constructor(find: (callSid: string) => LiveCall | null, pages: HandsetPages) {
    this.#find = find;
    this.#pages = pages;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer, query: URLSearchParams): void {
    const call = this.#find(query.get('call') ?? '');
    if (!call || this.#pages.isHeldElsewhere(call.sid, query.get('tab') ?? '')) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (page) => connect(call, page));
  }

  close(): void {
    for (const page of this.#server.clients) page.terminate();
    this.#server.close();
  }
}

function connect(call: LiveCall, page: WebSocket): void {
  const hangUp = call.audio.listenIn({
    onSound: (sound) => page.send(sound),
    onOpen: (stream) => page.send(JSON.stringify({ stream })),
  });
  page.on('message', (data, isBinary) => {
    if (isBinary) call.audio.speak(Buffer.from(data as Buffer));
  });
  page.on('close', hangUp);
  page.on('error', () => page.terminate());
  void call.over.then(() => page.close(1000));
}
