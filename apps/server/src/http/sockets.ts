import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CarrierWire, socketPaths } from '../ports/carrier-wire.ts';
import type { VoiceSocket, VoiceSocketListener } from '../ports/voice-socket.ts';
import { audioFastPath } from '../websocket/audio-fast-path.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

/** Far above the longest utterance a carrier reports in one message. */
const longestMessage = 256 * 1024;

export type SocketHandlers = Readonly<Record<keyof typeof socketPaths, (socket: VoiceSocket) => void>>;

/**
 * Accepts the carrier's websockets. One without a valid signature for its URL is refused before it opens. While the server
 * stops all are refused with 503, so that a load balancer tries another server; their token is still unused.
 */
export function serveSockets(
  app: FastifyInstance,
  wire: Pick<CarrierWire, 'isSignedSocket'>,
  handlers: SocketHandlers,
  stopping: () => boolean,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const path = request.url ?? '';
    const name = (Object.keys(socketPaths) as (keyof typeof socketPaths)[]).find(
      (one) => socketPaths[one] === path.split('?')[0],
    );
    if (name === undefined) return refuseUpgrade(stream, '404 Not Found');
    const signature = request.headers['x-twilio-signature'];
    if (typeof signature !== 'string' || !wire.isSignedSocket(path, signature)) {
      app.log.warn(
        { socket: name },
        'voice socket refused: its signature is missing or wrong; check TWILIO_AUTH_TOKEN and PUBLIC_URL',
      );
      return refuseUpgrade(stream, '403 Forbidden');
    }
    if (stopping()) return refuseUpgrade(stream, '503 Service Unavailable');
    sockets.handleUpgrade(request, stream, head, (socket) =>
      handlers[name](voiceSocket(socket, stream, name === 'media')),
    );
  });
}

/** How long the other end may take to answer our close frame. */
const closeTimeoutMs = 2_000;

function voiceSocket(socket: WebSocket, stream: Duplex, carriesAudio: boolean): VoiceSocket {
  let listener: VoiceSocketListener | null = null;
  const send = audioFastPath(socket, stream, {
    role: 'server',
    ...(carriesAudio && { receive: (text) => listener?.audio?.(text) ?? false }),
  });
  socket.on('message', (data, isBinary) => {
    if (!isBinary) listener?.message(String(data));
  });
  socket.on('close', (code) => listener?.closed(code));
  // A broken frame or a message beyond the limit closes the socket, which `close` reports.
  socket.on('error', () => {});
  return {
    send: (text) => {
      if (socket.readyState === socket.OPEN) send(text);
    },
    close: (code, reason) => {
      socket.close(code, reason);
      setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
    },
    listen: (next) => {
      listener = next;
    },
  };
}
