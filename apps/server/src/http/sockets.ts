import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressCheckPaths } from '../lib/address-proof.ts';
import type {
  CarrierConnection,
  CarrierDirectory,
  CarrierRequest,
  SocketHandler,
} from '../ports/carrier-connection.ts';
import type { VoiceSocket, VoiceSocketListener } from '../ports/voice-socket.ts';
import { audioFastPath } from '../websocket/audio-fast-path.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { pathOf } from './webhooks.ts';

/** Far above the longest utterance a carrier reports in one message. */
const longestMessage = 256 * 1024;

/**
 * Accepts websockets of the connected carriers. One that none of them has signed for its URL is refused before it opens.
 * While the server stops all are refused with 503, so that a load balancer tries another server; their token is still
 * unused.
 */
export function serveSockets(
  app: FastifyInstance,
  directory: Pick<CarrierDirectory, 'socket'>,
  handle: SocketHandler,
  stopping: () => boolean,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    upgrade(request, stream, head).catch((err: unknown) => {
      app.log.error({ err }, 'voice socket refused: its account could not be looked up');
      refuseUpgrade(stream, '503 Service Unavailable');
    });
  });

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { url = '', headers } = request;
    const path = pathOf(url);
    // Has a listener of its own: http/address-check.ts.
    if (path === addressCheckPaths.socket) return;
    const candidates = await directory.socket(path);
    if (candidates === null) return refuseUpgrade(stream, '404 Not Found');
    const connection = await signerOf(candidates, path, { url, headers });
    const accepted = connection?.sockets[path];
    if (!connection || !accepted) {
      app.log.warn(
        { socket: path },
        "voice socket refused: its signature is missing or wrong; check the carrier's secret and PUBLIC_URL",
      );
      return refuseUpgrade(stream, '403 Forbidden');
    }
    if (stopping()) return refuseUpgrade(stream, '503 Service Unavailable');
    sockets.handleUpgrade(request, stream, head, (socket) =>
      handle(connection.carrier, accepted, voiceSocket(socket, stream, accepted.speech === 'audio')),
    );
  }
}

/** The account that signed the handshake, perhaps with a token that another server knows already. */
async function signerOf(
  candidates: readonly CarrierConnection[],
  path: string,
  request: CarrierRequest,
): Promise<CarrierConnection | null> {
  const hasSigned = (one: CarrierConnection) => one.sockets[path]?.isSigned(request, new Date()) ?? false;
  const signer = candidates.find(hasSigned);
  if (signer) return signer;
  for (const one of candidates) if ((await one.reread()) && hasSigned(one)) return one;
  return null;
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
