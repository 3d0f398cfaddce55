import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { VoiceSetup } from '../ports/voice-connection.ts';
import type { VoiceSocket, VoiceSocketListener } from '../ports/voice-socket.ts';

/** A session that may begin; it replaces the socket's listener. */
export interface AdmittedSession {
  /** `isGone`: the socket has closed meanwhile; what came before that follows. Returns what it listens with. */
  start(isGone?: boolean): VoiceSocketListener;
}

/** A rejection says why, for the log. */
export type SocketAdmission =
  | { readonly kind: 'admitted'; readonly session: AdmittedSession }
  | { readonly kind: 'rejected'; readonly reason: string };

export interface SocketAdmissionDeps<Setup extends VoiceSetup> {
  /** Reads a setup message. `later`: a greeting that comes before it. Null: neither. */
  readonly read: (text: string) => Setup | 'later' | null;
  /** Checks the token and the call. */
  readonly admit: (setup: Setup) => Promise<SocketAdmission>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long the carrier may take to send the setup message. */
const setupMs = 5_000;
/** Messages kept while the token is looked up: half a minute of sound. */
const maxEarlyMessages = 1_500;
/** Messages that may come before the setup message. */
const maxGreetings = 1;
const policyViolation = 1008;

/** Admits or rejects a socket whose handshake was valid, by its setup message. */
export function admitSocket<Setup extends VoiceSetup>(
  socket: VoiceSocket,
  { read, admit, clock, log }: SocketAdmissionDeps<Setup>,
): void {
  const early: string[] = [];
  let received = false;
  let greetings = 0;
  let closed: number | null = null;

  const close = () => socket.close(policyViolation, 'Not admitted');
  const reject = (reason: string, setup?: Setup) => {
    log.warn({ ...(setup && callOf(setup)), reason }, 'voice socket rejected');
    close();
  };
  const stopTimer = clock.after(setupMs, () => reject('no setup message in time'));
  socket.listen({
    message: (text) => {
      if (received) {
        if (early.length < maxEarlyMessages) early.push(text);
        return;
      }
      const setup = read(text);
      if (setup === 'later' && greetings < maxGreetings) {
        greetings += 1;
        return;
      }
      received = true;
      stopTimer();
      if (setup !== null && setup !== 'later') void begin(setup);
      else reject('the first message is not a setup message');
    },
    closed: (code) => {
      closed = code;
      stopTimer();
    },
  });

  async function begin(setup: Setup): Promise<void> {
    try {
      const admission = await admit(setup);
      if (admission.kind === 'rejected') {
        reject(admission.reason, setup);
        return;
      }
      const session = admission.session.start(closed !== null);
      for (const text of early.splice(0)) session.message(text);
      if (closed !== null) session.closed(closed);
    } catch (err) {
      const reason = 'error while starting the session';
      log.error({ err, ...callOf(setup), reason }, 'voice session could not be started');
      close();
    }
  }
}

function callOf({ callId, sid }: VoiceSetup) {
  return { callId, callSid: sid };
}
