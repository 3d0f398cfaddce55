import type { CallOrganization } from './call-organization.ts';
import type { LeaseHolder, SessionKey } from './session-directory.ts';
import type { CallKey } from './transcript-store.ts';

/** A session that has begun. */
export interface BegunSession {
  readonly session: number;
  /** When the carrier asked for it. What is said from here on belongs to it. */
  readonly askedAt: Date;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  /** It was cut off: its connection broke, or its server died. */
  readonly lost: boolean;
  /** Null where a server of an earlier release has begun it. */
  readonly organization: CallOrganization | null;
}

export interface OpenedSession extends SessionKey {
  /** Null where a server of an earlier release has issued the token. */
  readonly askedAt: Date | null;
  /** The call is recorded. */
  readonly recorded?: boolean;
}

/** Single-use tokens for voice sockets. Each opens one session of a call, the next one. */
export interface StreamTokens {
  /** `askedAt`: when the carrier asked for the session. */
  issue(key: SessionKey, askedAt: Date, expiresAt: Date): Promise<string>;
  /**
   * The session that a token opens; from here on the server holds it. Null when the token is unknown, used or expired,
   * when its session or a later one has begun, or when the one before it has not ended. What the call keeps of its
   * organization is stored with it.
   */
  use(
    token: string,
    now: Date,
    holder: LeaseHolder,
    organization?: CallOrganization,
  ): Promise<OpenedSession | null>;
  /** The session that this token has opened, while it is open and this server holds it. */
  heldBy(token: string, holder: Pick<LeaseHolder, 'serverId'>): Promise<OpenedSession | null>;
  /** The session is over and its last entry is stored, or it is lost. Nobody holds it any more. */
  finish(key: SessionKey, now: Date, how: 'ended' | 'lost'): Promise<void>;
  /** The sessions of a call that have begun, in their order. */
  sessions(call: CallKey): Promise<BegunSession[]>;
  /** The session that has begun and is not finished, also where its server has died. */
  openSession(call: CallKey): Promise<SessionKey | null>;
}
