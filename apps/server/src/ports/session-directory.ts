import type { CallKey } from './transcript-store.ts';

/** One of the consecutive sessions of a call, counted from one. */
export interface SessionKey extends CallKey {
  readonly session: number;
}

/** The server that holds a session, and for how long without renewing it. */
export interface LeaseHolder {
  readonly serverId: string;
  readonly leaseMs: number;
}

export interface HeldSession extends SessionKey {
  readonly serverId: string;
}

/**
 * Says which server holds the live session of a call. An entry begins when a stream token is used, ends when the session is
 * finished, and counts for nothing once its lease is over. Leases are compared by the database's clock alone.
 */
export interface SessionDirectory {
  /** Null when the call has no live session, or its server has not renewed the lease. */
  find(call: CallKey): Promise<HeldSession | null>;
  /** Whether the session has an entry, also one whose lease is over. Those of earlier releases have none. */
  isListed(session: SessionKey): Promise<boolean>;
  /** Extends the leases of these sessions, also where they are over; returns the sessions that the server still holds. */
  renew(holder: LeaseHolder, sessions: readonly SessionKey[]): Promise<readonly SessionKey[]>;
}
