import type { Lab } from '../src/lab.ts';
import { type SocketApp, type SocketPeer, startSocketApp } from './socket-app.ts';

export type RelayMessage = Record<string, unknown> & { type: string };

/** A relay session on the side of the application. */
export interface RelayPeer extends SocketPeer<RelayMessage> {
  send(message: unknown): void;
  /** Sends one complete talk cycle. */
  say(text: string, extra?: Record<string, unknown>): void;
}

export type RelayApp = SocketApp<RelayPeer>;

/** A ConversationRelay server written from Twilio's documentation. */
export function startRelayApp(
  lab: () => Lab,
  onPeer: (peer: RelayPeer) => void = () => {},
): Promise<RelayApp> {
  return startSocketApp<RelayMessage, RelayPeer>(lab, {
    kindOf: ({ type }) => type,
    callSidOf: ([setup]) => (typeof setup?.callSid === 'string' ? setup.callSid : undefined),
    wrapPeer: (peer) => {
      const send = (message: unknown) =>
        peer.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      const relay: RelayPeer = {
        ...peer,
        send,
        say(text, extra = {}) {
          for (const token of text.match(/\S+\s*/g) ?? [])
            send({ type: 'text', token, last: false, ...extra });
          send({ type: 'text', token: '', last: true, ...extra });
        },
      };
      onPeer(relay);
      return relay;
    },
  });
}
