import type { Clock } from '../../../ports/clock.ts';
import type { SessionCommands } from '../../../ports/session-commands.ts';
import type { CallKey, TranscriptStore } from '../../../ports/transcript-store.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import { reservedPlaces } from '../../../voice/stored-history.ts';
import type { Background } from '../background.ts';
import type { CallTimes } from '../call-times.ts';
import { commandTimesOf, outcomeOfCommand } from '../command-call.ts';

export interface NoteInTranscriptDeps {
  readonly sessions: Pick<LiveSessions, 'send'>;
  readonly commands: Pick<SessionCommands, 'send' | 'outcome' | 'settleOverdue'>;
  readonly transcripts: Pick<TranscriptStore, 'addNote'>;
  readonly background: Pick<Background, 'retry'>;
  readonly times: CallTimes;
  readonly clock: Clock;
}

export type NoteInTranscript = (call: CallKey, text: string) => Promise<void>;

/** The session that a command was meant for may be over, and the next one has begun. */
const attempts = 3;

/** In the last place that a session which is over may use: before the next one, and behind what it stores late. */
const placesBefore = reservedPlaces - 1;

/**
 * A live session gives the places of its transcript away, so it is the one that writes into it. Whether it did is found out
 * afterwards: nobody waits for a note.
 */
export function createNoteInTranscript(deps: NoteInTranscriptDeps): NoteInTranscript {
  const { sessions, commands, transcripts, background, clock, times } = deps;
  const commandTimes = commandTimesOf(times);
  return async (call, text) => {
    if (sessions.send(call.callId, { type: 'control.note', text })) return;
    const at = clock.now();
    const command = () => commands.send(call, { kind: 'note', text }, 'system', commandTimes);
    let sent = await command();
    // Nobody talks with the agent: the call was handed over, say.
    if (sent === null) return transcripts.addNote(call, text, at);
    let attempt = 1;
    void background.retry({ task: 'noting in a transcript', callId: call.callId }, async () => {
      while (sent !== null) {
        if ((await outcomeOfCommand(deps, call.tenantId, sent)).state === 'done') return;
        sent = attempt < attempts ? await command() : null;
        attempt += 1;
      }
      await transcripts.addNote(call, text, at, placesBefore);
    });
  };
}
