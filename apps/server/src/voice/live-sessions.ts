import type { Clock } from '../ports/clock.ts';
import type { SessionInput } from './session-runner.ts';

/** A session as everybody outside of it sees it. */
export interface LiveSession {
  send(input: SessionInput): void;
  /** Whether the carrier has said anything since this was last asked. */
  takeActivity(): boolean;
  /** When nothing of it is left to do, its last words stored. */
  readonly done: Promise<void>;
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
      // Another session may have taken over the call meanwhile.
      if (this.#sessions.get(callId) === session) this.#sessions.delete(callId);
    });
  }

  /** The calls on which the carrier was heard since this was last asked. */
  takeActiveCalls(): string[] {
    return [...this.#sessions].flatMap(([callId, session]) => (session.takeActivity() ? [callId] : []));
  }

  has(callId: string): boolean {
    return this.#sessions.has(callId);
  }

  /** Tells a session something, if its call is ours. */
  send(callId: string, input: SessionInput): boolean {
    const session = this.#sessions.get(callId);
    session?.send(input);
    return session !== undefined;
  }

  /** Lets every talk come to its end, at the latest by the deadline. */
  async drain(withinMs: number, clock: Clock): Promise<void> {
    const open = [...this.#sessions.values()];
    if (open.length === 0) return;
    for (const session of open) session.send({ type: 'control.drain', withinMs });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(withinMs, resolve);
    await Promise.race([Promise.allSettled(open.map(({ done }) => done)), late]);
    stop();
    // Whoever still talks is cut off; the carrier asks what to do with the call, and another server answers.
    for (const session of open) session.send({ type: 'carrier.stopped', how: 'hung_up' });
    await Promise.allSettled(open.map(({ done }) => done));
  }
}
