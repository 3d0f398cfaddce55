import type { Clock } from '../../../ports/clock.ts';
import type { SessionCommands } from '../../../ports/session-commands.ts';
import type { CallKey, TranscriptStore } from '../../../ports/transcript-store.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import type { CallTimes } from '../call-times.ts';
import { commandTimesOf } from '../command-call.ts';

export type NoteInTranscript = (call: CallKey, text: string) => Promise<void>;

/** A live session gives the places of its transcript away, so it is the one that writes into it. */
export function createNoteInTranscript(deps: {
  readonly sessions: Pick<LiveSessions, 'send'>;
  readonly commands: Pick<SessionCommands, 'send'>;
  readonly transcripts: Pick<TranscriptStore, 'addNote'>;
  readonly times: CallTimes;
  readonly clock: Clock;
}): NoteInTranscript {
  return async (call, text) => {
    if (deps.sessions.send(call.callId, { type: 'control.note', text })) return;
    const sent = await deps.commands.send(call, { kind: 'note', text }, 'system', commandTimesOf(deps.times));
    // Nobody talks with the agent: the call was handed over, say.
    if (sent === null) await deps.transcripts.addNote(call, text, deps.clock.now());
  };
}
