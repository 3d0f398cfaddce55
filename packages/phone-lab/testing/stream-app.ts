import type { Lab } from '../src/lab.ts';
import { type SocketApp, type SocketPeer, startSocketApp } from './socket-app.ts';

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

/** A media stream on the side of the application. */
export interface StreamPeer extends SocketPeer<StreamMessage> {
  readonly sid: string;
  play(sound: Buffer): void;
  mark(name: string): void;
  clear(): void;
  /** All sound received so far on a track. */
  heard(track?: string): Buffer;
}

export type StreamApp = SocketApp<StreamPeer>;

/** A media-stream server written from Twilio's documentation. */
export function startStreamApp(lab: () => Lab): Promise<StreamApp> {
  return startSocketApp<StreamMessage, StreamPeer>(lab, {
    kindOf: ({ event }) => event,
    callSidOf: (messages) => messages[1]?.start?.callSid,
    wrapPeer: (peer) => {
      const { messages, socket } = peer;
      const sid = () => messages.find(({ event }) => event === 'start')?.streamSid ?? '';
      const send = (message: Record<string, unknown>) =>
        socket.send(JSON.stringify({ streamSid: sid(), ...message }));
      return {
        ...peer,
        get sid() {
          return sid();
        },
        play: (sound) => send({ event: 'media', media: { payload: sound.toString('base64') } }),
        mark: (name) => send({ event: 'mark', mark: { name } }),
        clear: () => send({ event: 'clear' }),
        heard: (track = 'inbound') =>
          Buffer.concat(
            messages.flatMap(({ media }) =>
              media?.track === track ? [Buffer.from(media.payload, 'base64')] : [],
            ),
          ),
      };
    },
  });
}
