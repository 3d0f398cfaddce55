import type { TranscriptEntry } from '../../../lib/parsing/calls.ts';
import type { ToolCall } from '../../../lib/parsing/tool-calls.ts';

export type TranscriptItem =
  | { kind: 'entry'; ordinal: number; entry: TranscriptEntry }
  | { kind: 'tool'; ordinal: number; toolCall: ToolCall };

/** What was said and what was done, in one order. Of two at one place, what was said comes first. */
export function transcriptItems(
  entries: readonly TranscriptEntry[],
  toolCalls: readonly ToolCall[],
): TranscriptItem[] {
  return [
    ...entries.map((entry) => ({ kind: 'entry' as const, ordinal: entry.ordinal, entry })),
    ...toolCalls.map((toolCall) => ({ kind: 'tool' as const, ordinal: toolCall.ordinal, toolCall })),
  ].toSorted((one, other) => one.ordinal - other.ordinal || 0);
}
