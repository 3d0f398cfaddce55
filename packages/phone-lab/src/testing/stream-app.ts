import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Lab } from '../lab.ts';

export interface StreamMessage {
  event: string;
  streamSid?: string;
  sequenceNumber?: string;
  start?: { callSid: string; customParameters: Record<string, string> } & Record<string, unknown>;
  media?: { track: string; chunk: string; timestamp: string; payload: string };
  mark?: { name: string };
  dtmf?: { track: string; digit: string };
  stop?: Record<string, string>;
}

/** One media stream as an application sees it. */
export interface StreamPeer {
  messages: StreamMessage[];
  signed: boolean;
  path: string;
  socket: WebSocket;
  closed: Promise<number>;
  sid: string;
  play(sound: Buffer): void;
  mark(name: string): void;
  clear(): void;
  /** The first message that fits, there already or still to come. */
  next(event: string, fits?: (message: StreamMessage) => boolean): Promise<StreamMessage>;
  all(event: string): StreamMessage[];
  /** Everything heard so far on a track. */
  heard(track?: string): Buffer;
}

export interface StreamApp {
  url: string;
  peer(callSid: string): Promise<StreamPeer>;
  /** Every stream that was ever opened. */
  peers: StreamPeer[];
  close(): Promise<void>;
}

/** A media-stream server written from Twilio's protocol alone. */
export async function startStreamApp(lab: () => Lab): Promise<StreamApp> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const peers: StreamPeer[] = [];
  const waiting = new Set<() => void>();
  sockets.on('connection', (socket, request) => {
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    const path = request.url ?? '';
    const signed = twilio.validateRequest(lab().authToken, signature, url + path, {});
    const peer = makePeer(socket, signed, path);
    peers.push(peer);
    void peer.next('start').then(() => {
      for (const wake of [...waiting]) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    peers,
    peer(callSid) {
      const find = () => peers.findLast((one) => one.messages[1]?.start?.callSid === callSid);
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

function makePeer(socket: WebSocket, signed: boolean, path: string): StreamPeer {
  const messages: StreamMessage[] = [];
  const waiting = new Set<(message: StreamMessage) => void>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<number>();
  socket.on('close', (code) => onClosed(code));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as StreamMessage;
    messages.push(message);
    if (message.event === 'start') peer.sid = message.streamSid ?? '';
    for (const wake of [...waiting]) wake(message);
  });
  const send = (message: Record<string, unknown>) =>
    socket.send(JSON.stringify({ streamSid: peer.sid, ...message }));
  const peer: StreamPeer = {
    messages,
    signed,
    path,
    socket,
    closed,
    sid: '',
    play: (sound) => send({ event: 'media', media: { payload: sound.toString('base64') } }),
    mark: (name) => send({ event: 'mark', mark: { name } }),
    clear: () => send({ event: 'clear' }),
    next(event, fits = () => true) {
      const isIt = (message: StreamMessage) => message.event === event && fits(message);
      const known = messages.find(isIt);
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => {
        const wake = (message: StreamMessage) => {
          if (!isIt(message)) return;
          waiting.delete(wake);
          resolve(message);
        };
        waiting.add(wake);
      });
    },
    all: (event) => messages.filter((message) => message.event === event),
    heard: (track = 'inbound') =>
      Buffer.concat(
        messages.flatMap(({ media }) =>
          media?.track === track ? [Buffer.from(media.payload, 'base64')] : [],
        ),
      ),
  };
  return peer;
}
