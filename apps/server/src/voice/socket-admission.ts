import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { VoiceSocket } from '../ports/voice-socket.ts';

/** What the carrier says before anything else: which call it is, and what we gave it along. */
export interface Introduction {
  readonly callSid: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A conversation that may begin; it takes over the socket's listener. */
export interface AdmittedSession {
  start(): void;
}

export interface SocketAdmissionDeps<Intro extends Introduction> {
  /** Reads a first message: `later` when the next one tells, null when it is none. */
  readonly read: (text: string) => Intro | 'later' | null;
  /** Checks whose call it is; null turns the socket away. */
  readonly admit: (intro: Intro, socket: VoiceSocket) => Promise<AdmittedSession | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A carrier that has opened a socket says at once whose it is. */
const setupMs = 5_000;
/** What may arrive while the pass is being looked up: half a minute of sound. */
const mostEarly = 1_500;
/** How many messages may come before the one that says whose it is. */
const mostGreetings = 1;
const refused = 1008;

/** A socket whose handshake was good: its first message decides whether it stays. */
export function receiveSocket<Intro extends Introduction>(
  socket: VoiceSocket,
  { read, admit, clock, log }: SocketAdmissionDeps<Intro>,
): void {
  const early: string[] = [];
  let asked = false;
  let greetings = 0;
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
      const intro = read(text);
      if (intro === 'later' && greetings < mostGreetings) {
        greetings += 1;
        return;
      }
      asked = true;
      stop();
      if (intro !== null && intro !== 'later') void begin(intro);
      else turnAway('its first message did not say whose it is');
    },
    closed: (code) => {
      closed = code;
      stop();
    },
  });

  async function begin(intro: Intro): Promise<void> {
    const gate = gated(socket);
    let session: AdmittedSession | null = null;
    try {
      session = await admit(intro, gate.socket);
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
