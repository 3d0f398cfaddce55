import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Lab } from '../src/lab.ts';

/** A socket of the carrier on the side of the application. */
export interface SocketPeer<Message> {
  readonly messages: Message[];
  /** Checked with the SDK's own function against the exact URL. */
  readonly signed: boolean;
  readonly path: string;
  readonly socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  /** The first message of this kind that matches, past or future. */
  next(kind: string, matches?: (message: Message) => boolean): Promise<Message>;
  all(kind: string): Message[];
}

export interface SocketApp<Peer> {
  readonly url: string;
  /** Every socket that was opened. */
  readonly peers: readonly Peer[];
  /** The newest socket of this call, past or future. */
  peer(callSid: string): Promise<Peer>;
  close(): Promise<void>;
}

export interface SocketProtocol<Message, Peer> {
  kindOf(message: Message): string;
  /** The call of the socket, as soon as a message names it. */
  callSidOf(messages: readonly Message[]): string | undefined;
  wrapPeer(peer: SocketPeer<Message>): Peer;
}

/** A websocket server of an application, for one of the carrier's protocols. */
export async function startSocketApp<Message, Peer extends SocketPeer<Message>>(
  lab: () => Lab,
  protocol: SocketProtocol<Message, Peer>,
): Promise<SocketApp<Peer>> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const peers: Peer[] = [];
  const waiting = new Set<() => void>();
  sockets.on('connection', (socket, request) => {
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    const path = request.url ?? '';
    const signed = twilio.validateRequest(lab().authToken, signature, url + path.replace(/^\/$/, ''), {});
    const peer = protocol.wrapPeer(listenTo<Message>(socket, { signed, path, kindOf: protocol.kindOf }));
    peers.push(peer);
    socket.on('message', () => {
      for (const wake of [...waiting]) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    peers,
    peer: (callSid) =>
      eventually(waiting, () => peers.findLast(({ messages }) => protocol.callSidOf(messages) === callSid)),
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}

interface Handshake<Message> {
  signed: boolean;
  path: string;
  kindOf: (message: Message) => string;
}

function listenTo<Message>(
  socket: WebSocket,
  { signed, path, kindOf }: Handshake<Message>,
): SocketPeer<Message> {
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<{ code: number; reason: string }>();
  socket.on('close', (code, reason) => onClosed({ code, reason: String(reason) }));
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as Message);
    for (const wake of [...waiting]) wake();
  });
  return {
    ...{ messages, signed, path, socket, closed },
    next: (kind, matches = () => true) =>
      eventually(waiting, () => messages.find((message) => kindOf(message) === kind && matches(message))),
    all: (kind) => messages.filter((message) => kindOf(message) === kind),
  };
}

/** Resolves with what `find` returns, now or when the waiters are next called. */
function eventually<Found>(waiting: Set<() => void>, find: () => Found | undefined): Promise<Found> {
  return new Promise((resolve) => {
    const look = () => {
      const found = find();
      if (found === undefined) return;
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
    look();
  });
}
