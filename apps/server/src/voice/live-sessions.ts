import type { Clock } from '../ports/clock.ts';
import type { SessionEndReason } from './session/effects.ts';
import type { SessionInput } from './session-runner.ts';

/** A live session, as seen from outside. */
export interface LiveSession {
  send(input: SessionInput): void;
  /** Whether it can do this now. */
  accepts(input: SessionInput): boolean;
  /** Whether the carrier has sent anything since the last call of this. */
  takeActivity(): boolean;
  /** Resolves when the session is over and its transcript is stored. */
  readonly done: Promise<SessionEndReason>;
}

/** The sessions of this process, by call. */
export class LiveSessions {
  readonly #sessions = new Map<string, LiveSession>();

  get size(): number {
    return this.#sessions.size;
  }

  add(callId: string, session: LiveSession): void {
    this.#sessions.set(callId, session);
    void session.done.finally(() => {
      // Another session of the same call may have begun meanwhile.
      if (this.#sessions.get(callId) === session) this.#sessions.delete(callId);
    });
  }

  /** The calls on which the carrier has sent anything since the last call of this. */
  takeActiveCalls(): string[] {
    return [...this.#sessions].flatMap(([callId, session]) => (session.takeActivity() ? [callId] : []));
  }

  has(callId: string): boolean {
    return this.#sessions.has(callId);
  }

  /** Resolves when this process has no session of the call, or the one it has is over. */
  async whenOver(callId: string): Promise<void> {
    await this.#sessions.get(callId)?.done;
  }

  /** Sends an event to the session of a call; false when this process has none, or it cannot do that now. */
  send(callId: string, input: SessionInput): boolean {
    const session = this.#sessions.get(callId);
    if (!session?.accepts(input)) return false;
    session.send(input);
    return true;
  }

  /** Lets every session finish until the deadline, then ends it. */
  async drain(withinMs: number, clock: Clock): Promise<void> {
    const open = [...this.#sessions.values()];
    if (open.length === 0) return;
    for (const session of open) session.send({ type: 'control.drain', withinMs });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(withinMs, resolve);
    await Promise.race([Promise.allSettled(open.map(({ done }) => done)), late]);
    stop();
    // The carrier asks what to do with the call of a session that is ended here, and another server answers.
    for (const session of open) session.send({ type: 'carrier.stopped', how: 'hung_up' });
    await Promise.allSettled(open.map(({ done }) => done));
  }
}
