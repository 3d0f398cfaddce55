import type { Speaker, TurnTiming } from '@parley/contract';

/** A call that somebody speaks on. */
export interface CallKey {
  readonly tenantId: string;
  readonly callId: string;
}

export interface TranscriptEntry {
  readonly ordinal: number;
  readonly speaker: Speaker;
  readonly message: string;
  readonly spokenAt: Date;
  readonly interrupted: boolean;
}

/** What was said, kept as it is said. */
export interface TranscriptStore {
  /** The first free place: above zero when an earlier session of the call has written. */
  nextOrdinal(call: CallKey): Promise<number>;
  /** Writes a line or replaces what stood at its place. Open pages are told of final lines only. */
  write(call: CallKey, entry: TranscriptEntry, final: boolean): Promise<void>;
  remove(call: CallKey, ordinal: number): Promise<void>;
  addTurnTiming(call: CallKey, timing: TurnTiming): Promise<void>;
  /** Somebody waits for what is being written: until the returned function is called, no line waits for others. */
  flush(): () => void;
  /** A line for the reader behind all others, unless the last one says the same already. */
  addNote(call: CallKey, message: string, at: Date): Promise<void>;
  /** The transcript in its order. */
  read(call: CallKey): Promise<TranscriptEntry[]>;
}

/** Single-use passes for voice sockets; whoever holds one may speak on that call, and nobody else after them. */
export interface StreamTokens {
  issue(call: CallKey, expiresAt: Date): Promise<string>;
  /** The call a pass is for; null when it is unknown, used or too old, or when the call has had its conversation. */
  use(pass: string, now: Date): Promise<CallKey | null>;
  /** The session is over and its last words are stored. */
  finish(call: CallKey, now: Date): Promise<void>;
  /** Whether somebody was let in who has not finished; true for ever after a server that died. */
  isOpen(call: CallKey): Promise<boolean>;
}
