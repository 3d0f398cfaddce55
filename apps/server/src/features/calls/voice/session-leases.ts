import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { LeaseHolder, SessionDirectory, SessionKey } from '../../../ports/session-directory.ts';
import type { LiveSession } from '../../../voice/live-sessions.ts';
import type { CallTimes } from '../call-times.ts';

export interface SessionLeasesDeps {
  readonly serverId: string;
  readonly directory: SessionDirectory;
  readonly times: Pick<CallTimes, 'lease' | 'leaseRenewal'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Held {
  readonly key: SessionKey;
  readonly session: LiveSession;
}

/**
 * Renews the leases of this server's sessions, all in one statement. A session that another server has taken over ends here:
 * this process was stopped for a while, or could not reach the database. While the database cannot be reached at all,
 * nobody can take a session over, and conversations go on.
 */
export class SessionLeases {
  readonly holder: LeaseHolder;
  readonly #deps: SessionLeasesDeps;
  readonly #held = new Map<string, Held>();
  #cancel: () => void = () => {};
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: SessionLeasesDeps) {
    this.#deps = deps;
    this.holder = { serverId: deps.serverId, leaseMs: deps.times.lease };
  }

  /** The session began on this server. One before it may still be here: its socket is half-open, and nobody hears it. */
  hold(key: SessionKey, session: LiveSession): void {
    const before = this.#held.get(key.callId);
    this.#held.set(key.callId, { key, session });
    if (before && before.key.session < key.session) this.#replace(before);
  }

  /** The live session with this number, if it runs here. */
  sessionOf({ callId, session }: Pick<SessionKey, 'callId' | 'session'>): LiveSession | null {
    const held = this.#held.get(callId);
    return held?.key.session === session ? held.session : null;
  }

  holdsAny(): boolean {
    return this.#held.size > 0;
  }

  /** The session is over; called before it is finished in the directory. */
  release({ callId, session }: SessionKey): void {
    if (this.#held.get(callId)?.key.session === session) this.#held.delete(callId);
  }

  start(): void {
    if (this.#stopped) return;
    this.#cancel = this.#deps.clock.after(this.#deps.times.leaseRenewal, () => {
      this.#round = this.renew().finally(() => this.start());
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#round;
  }

  async renew(): Promise<void> {
    const { directory, log } = this.#deps;
    const asked = [...this.#held.values()];
    if (asked.length === 0) return;
    try {
      const kept = await directory.renew(
        this.holder,
        asked.map(({ key }) => key),
      );
      const stillHeld = new Set(kept.map(nameOf));
      for (const held of asked) if (!stillHeld.has(nameOf(held.key))) this.#lose(held);
    } catch (err) {
      log.warn(
        { err, sessions: asked.length },
        'leases of live sessions could not be renewed; they are renewed again in a few seconds',
      );
    }
  }

  #replace(held: Held): void {
    const { callId, session } = held.key;
    this.#deps.log.info({ callId, session }, 'voice session ended: the next one of the call has begun here');
    stop(held);
  }

  #lose(held: Held): void {
    const { callId, session } = held.key;
    // Released meanwhile: the session has ended by itself.
    if (this.#held.get(callId) !== held) return;
    this.release(held.key);
    this.#deps.log.warn({ callId, session }, 'voice session ended: another server has resumed the call');
    stop(held);
  }
}

function stop({ session }: Held): void {
  session.send({ type: 'carrier.stopped', how: 'hung_up' });
}

function nameOf({ callId, session }: SessionKey): string {
  return `${callId} ${session}`;
}
