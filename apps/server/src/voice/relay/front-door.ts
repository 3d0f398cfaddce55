import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { VoiceSocket } from '../../ports/voice-socket.ts';
import { type RelayMessage, readRelayMessage } from './relay-messages.ts';

export type RelaySetup = Extract<RelayMessage, { type: 'setup' }>;

/** A conversation that may begin; it takes over the socket's listener. */
export interface Admitted {
  start(): void;
}

export interface FrontDoorDeps {
  /** Checks whose call it is; null turns the socket away. */
  readonly admit: (setup: RelaySetup, socket: VoiceSocket) => Promise<Admitted | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A carrier that has opened a socket says at once whose it is. */
const setupMs = 5_000;
/** What may arrive while the pass is being looked up. */
const mostEarly = 100;
const refused = 1008;

/** A socket whose handshake was good: its first message decides whether it stays. */
export function receiveSocket(socket: VoiceSocket, { admit, clock, log }: FrontDoorDeps): void {
  const early: string[] = [];
  let asked = false;
  let closed: number | null = null;

  const turnAway = (why: string) => {
    log.warn({ why }, 'a voice socket was turned away');
    socket.close(refused, 'Not admitted');
  };
  const stop = clock.after(setupMs, () => turnAway('it did not say whose it is'));
  socket.listen({
    message: (text) => {
      if (asked) {
        if (early.length < mostEarly) early.push(text);
        return;
      }
      asked = true;
      stop();
      const message = readRelayMessage(text);
      if (message?.type === 'setup') void begin(message);
      else turnAway('its first message was no setup');
    },
    closed: (code) => {
      closed = code;
      stop();
    },
  });

  async function begin(setup: RelaySetup): Promise<void> {
    const gate = gated(socket);
    let session: Admitted | null = null;
    try {
      session = await admit(setup, gate.socket);
    } catch (err) {
      log.error({ err }, 'a conversation could not begin');
    }
    if (!session) {
      turnAway('its pass was not good');
      return;
    }
    session.start();
    for (const text of early.splice(0)) gate.tell(text);
    if (closed !== null) gate.close(closed);
  }
}

/** The same socket, with a way to hand on what came before the session listened. */
function gated(socket: VoiceSocket) {
  let listener: Parameters<VoiceSocket['listen']>[0] | null = null;
  return {
    socket: {
      send: (text: string) => socket.send(text),
      close: (code: number, reason: string) => socket.close(code, reason),
      listen: (next: Parameters<VoiceSocket['listen']>[0]) => {
        listener = next;
        socket.listen(next);
      },
    },
    tell: (text: string) => listener?.message(text),
    close: (code: number) => listener?.closed(code),
  };
}
