import { notTransferredNote } from '@parley/contract';
import type { ConversationEntry } from '../ports/language-model.ts';
import type { StoredToolCall } from '../ports/tool-calls.ts';
import type { TranscriptEntry } from '../ports/transcript-store.ts';
import type { ToolResult } from '../ports/voice-tools.ts';
import type { PlacedEntry } from './session/placed-entry.ts';
import { agentDigitsIn, digitsIn, spaced } from './session/pressed-note.ts';
import type { RunningTool } from './session/running-tool.ts';
import { presentable } from './session/tool-entries.ts';
import { sendDigits } from './tools/send-digits.ts';
import { notKnown, outcomeOfStored } from './tools/tool-call-log.ts';

/**
 * Places that are left free between a lost session and the one that resumes it: the lost one may still store what was said
 * last, in places that it had reserved.
 */
export const reservedPlaces = 100;

/** Where a session begins that resumes a lost one. */
export interface ResumedFrom {
  readonly firstOrdinal: number;
  readonly history: readonly PlacedEntry[];
  /** Tools that had not answered when it was lost. */
  readonly runningTools: readonly RunningTool[];
  /** A transfer has failed before, and no other is tried. */
  readonly transferFailed: boolean;
  /** That was the last thing to happen: nobody has said anything since. */
  readonly backFromTransfer: boolean;
}

/**
 * The conversation so far as it is stored: what was said, and what tools were used for. `session` is the number of the one
 * that begins: each has places of its own, also after a session that could store nothing.
 */
export function resumedFrom(
  transcript: readonly TranscriptEntry[],
  session: number,
  toolCalls: readonly StoredToolCall[] = [],
): ResumedFrom {
  const last = transcript.at(-1)?.ordinal ?? -1;
  return {
    firstOrdinal: last + 1 + reservedPlaces * (session - 1),
    history: [
      ...transcript.flatMap((stored) => {
        const entry = entryOf(stored);
        return entry === null ? [] : [{ ordinal: stored.ordinal, entry }];
      }),
      ...toolCalls.map((call) => ({ ordinal: call.ordinal, entry: toolEntryOf(call) })),
    ].toSorted((one, other) => one.ordinal - other.ordinal),
    runningTools: toolCalls.filter(({ state }) => state === 'running').map(overdueTool),
    transferFailed: transcript.some(isNotTransferred),
    backFromTransfer:
      transcript.findLast((entry) => entry.speaker !== 'system' || isNotTransferred(entry))?.speaker ===
      'system',
  };
}

/** The model is told what is known of it now, and the answer when it comes. */
function toolEntryOf(call: StoredToolCall): ConversationEntry {
  const { id, name, input, state, answer, changes } = call;
  const { status, detail } =
    state === 'running' ? unansweredAtCut(changes) : outcomeOfStored({ state, answer }, changes);
  return { kind: 'tool', id, call: presentable({ name, input }), result: { status, detail } };
}

function unansweredAtCut(changes: boolean): ToolResult {
  return {
    status: 'timed_out',
    detail: changes ? `The line was cut. ${notKnown}` : 'The line was cut before an answer came.',
  };
}

/** Nobody waits for it; a late answer is told. */
function overdueTool({ id, name, changes }: StoredToolCall): RunningTool {
  return {
    ...{ callId: id, name, changes, startedAt: 0, limitMs: 0, overdue: true },
    ...{ sayMeanwhile: null, sayOnFailure: null, callerFinishedAt: null },
  };
}

function isNotTransferred({ speaker, message }: TranscriptEntry): boolean {
  return speaker === 'system' && message === notTransferredNote;
}

function entryOf({ ordinal, speaker, message, interrupted }: TranscriptEntry): ConversationEntry | null {
  switch (speaker) {
    case 'agent':
      return { kind: 'agent', text: message, interrupted };
    case 'user':
      return { kind: 'said', text: message };
    case 'system': {
      const digits = digitsIn(message);
      return digits === null ? agentPressed(ordinal, message) : { kind: 'pressed', digits };
    }
  }
}

/** Tools of the session are not stored, but a model that does not see its keys presses them again in the next menu. */
function agentPressed(ordinal: number, note: string): ConversationEntry | null {
  const digits = agentDigitsIn(note);
  if (digits === null) return null;
  return {
    kind: 'tool',
    // Nine letters and digits, unlike those of `newToolCallId`.
    id: `keys${String(ordinal).padStart(5, '0')}`,
    call: { name: sendDigits.name, input: { digits } },
    result: { status: 'done', detail: `Pressed ${spaced(digits)}.` },
  };
}
