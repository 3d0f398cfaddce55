import { notTransferredNote } from '@parley/contract';
import type { ConversationEntry } from '../ports/language-model.ts';
import type { TranscriptEntry } from '../ports/transcript-store.ts';
import type { PlacedEntry } from './session/placed-entry.ts';
import { digitsIn } from './session/pressed-note.ts';

/**
 * Places that are left free between a lost session and the one that resumes it: the lost one may still store what was said
 * last, in places that it had reserved.
 */
export const reservedPlaces = 100;

/** Where a session begins that resumes a lost one. */
export interface ResumedFrom {
  readonly firstOrdinal: number;
  readonly history: readonly PlacedEntry[];
  /** A transfer has failed before, and no other is tried. */
  readonly transferFailed: boolean;
}

/**
 * The conversation so far as the stored transcript has it. Tool calls are not in the transcript. `session` is the number of
 * the one that begins: each has places of its own, also after a session that could store nothing.
 */
export function resumedFrom(transcript: readonly TranscriptEntry[], session: number): ResumedFrom {
  const last = transcript.at(-1)?.ordinal ?? -1;
  return {
    firstOrdinal: last + 1 + reservedPlaces * (session - 1),
    history: transcript.flatMap((stored) => {
      const entry = entryOf(stored);
      return entry === null ? [] : [{ ordinal: stored.ordinal, entry }];
    }),
    transferFailed: transcript.some(
      ({ speaker, message }) => speaker === 'system' && message === notTransferredNote,
    ),
  };
}

function entryOf({ speaker, message, interrupted }: TranscriptEntry): ConversationEntry | null {
  switch (speaker) {
    case 'agent':
      return { kind: 'agent', text: message, interrupted };
    case 'user':
      return { kind: 'said', text: message };
    case 'system': {
      const digits = digitsIn(message);
      return digits === null ? null : { kind: 'pressed', digits };
    }
  }
}
