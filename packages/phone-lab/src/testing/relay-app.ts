import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Lab } from '../lab.ts';

export type RelayMessage = Record<string, unknown> & { type: string };

/** One socket as an application sees it. */
export interface RelayPeer {
  messages: RelayMessage[];
  signed: boolean;
  closed: Promise<{ code: number; reason: string }>;
  socket: WebSocket;
  send(message: unknown): void;
  /** Speaks one whole talk cycle. */
  say(text: string, extra?: Record<string, unknown>): void;
  /** The first message that fits, there already or still to come. */
  next(type: string, fits?: (message: RelayMessage) => boolean): Promise<RelayMessage>;
  all(type: string): RelayMessage[];
}

export interface RelayApp {
  url: string;
  /** The socket of this call. */
  peer(callSid: string): Promise<RelayPeer>;
  close(): Promise<void>;
}

/** A ConversationRelay server written from Twilio's protocol alone. */
export async function startRelayApp(
  lab: () => Lab,
  onPeer: (peer: RelayPeer) => void = () => {},
): Promise<RelayApp> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const peers: RelayPeer[] = [];
  const waiting = new Set<() => void>();
  sockets.on('connection', (socket, request) => {
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    const signed = twilio.validateRequest(
      lab().authToken,
      signature,
      url + (request.url ?? '').replace(/^\/$/, ''),
      {},
    );
    const peer = makePeer(socket, signed);
    peers.push(peer);
    onPeer(peer);
    void peer.next('setup').then(() => {
      for (const wake of [...waiting]) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    peer(callSid) {
      const find = () => peers.findLast((one) => one.messages[0]?.callSid === callSid);
      const known = find();
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => {
        const wake = () => {
          const found = find();
          if (!found) return;
          waiting.delete(wake);
          resolve(found);
        };
        waiting.add(wake);
      });
    },
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
      }),
  };
}

function makePeer(socket: WebSocket, signed: boolean): RelayPeer {
  const messages: RelayMessage[] = [];
  const waiting = new Set<(message: RelayMessage) => void>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<{ code: number; reason: string }>();
  socket.on('close', (code, reason) => onClosed({ code, reason: String(reason) }));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as RelayMessage;
    messages.push(message);
    for (const wake of [...waiting]) wake(message);
  });
  const send = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    messages,
    signed,
    closed,
    socket,
    send,
    say(text, extra = {}) {
      for (const token of text.match(/\S+\s*/g) ?? []) send({ type: 'text', token, last: false, ...extra });
      send({ type: 'text', token: '', last: true, ...extra });
    },
    next(type, fits = () => true) {
      const isIt = (message: RelayMessage) => message.type === type && fits(message);
      const known = messages.find(isIt);
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => {
        const wake = (message: RelayMessage) => {
          if (!isIt(message)) return;
          waiting.delete(wake);
          resolve(message);
        };
        waiting.add(wake);
      });
    },
    all: (type) => messages.filter((message) => message.type === type),
  };
}
