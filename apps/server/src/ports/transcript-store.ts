import type { Speaker, TurnTiming } from '@parley/contract';

/** The key of a call's row. */
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

/** Stores transcripts while the conversation goes on. */
export interface TranscriptStore {
  /** The first free ordinal: above zero when an earlier session of the call has written entries. */
  nextOrdinal(call: CallKey): Promise<number>;
  /** Writes an entry, or replaces the one with its ordinal. Only final entries are published to open pages. */
  write(call: CallKey, entry: TranscriptEntry, final: boolean): Promise<void>;
  remove(call: CallKey, ordinal: number): Promise<void>;
  addTurnTiming(call: CallKey, timing: TurnTiming): Promise<void>;
  /** Writes pending entries now, and later ones without delay until the returned function is called. */
  flush(): () => void;
  /**
   * Appends a system entry, unless the last entry has the same message. `places` are left free before it, for a session that may
   * still be storing its last entries.
   */
  addNote(call: CallKey, message: string, at: Date, places?: number): Promise<void>;
  /** Of system entries with this message that are fewer than `places` apart only the last one stays. */
  keepLastNote(call: CallKey, message: string, places: number): Promise<void>;
  /** The transcript in its order. */
  read(call: CallKey): Promise<TranscriptEntry[]>;
}
