import type { SessionKey } from './session-directory.ts';

/**
 * `cold`: whoever answers is connected. `warm`: they hear first who it is and why, and take the call with a key. A mailbox
 * answers too, so only the key counts.
 */
export type HandOverKind = 'cold' | 'warm';

export type HandOverState = 'ringing' | 'briefing' | 'accepted' | 'bridged' | 'failed';

export interface NewHandOver {
  readonly kind: HandOverKind;
  /** Whom the agent calls it: the name of the target. */
  readonly target: string;
  readonly number: string;
  /** What the colleague hears. */
  readonly briefing: string;
}

export interface HandOver extends NewHandOver {
  readonly state: HandOverState;
}

/** Calls that are handed over to a person. A session hands over once, as the last thing that it does. */
export interface HandOvers {
  /** Stores it before anybody is called. Asked again, it returns what was stored. */
  begin(key: SessionKey, handOver: NewHandOver, at: Date): Promise<HandOver>;
  find(key: SessionKey): Promise<HandOver | null>;
  /** The colleague has answered. Null where there is no such hand-over, or it is over. */
  answered(key: SessionKey): Promise<HandOver | null>;
  /** The colleague has taken the call. False where that comes too late. */
  accept(key: SessionKey, at: Date): Promise<boolean>;
  /**
   * It is over. Bridged where both were joined and, of a warm one, the colleague had taken it; the first report counts. Null
   * where there is none.
   */
  finish(
    key: SessionKey,
    report: { readonly joined: boolean; readonly why: string | null },
    at: Date,
  ): Promise<HandOver | null>;
}
