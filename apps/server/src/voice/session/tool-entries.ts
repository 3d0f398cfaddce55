import type { ToolCall, ToolResult } from '../../ports/voice-tools.ts';
import { change, emit, type StepDraft } from './draft.ts';

export const cancelledTool: ToolResult = {
  status: 'refused',
  detail: 'Called off: the other party went on talking.',
};

/** Adds a tool call and its result to the history, after everything that has started before. */
export function addToolEntry(
  draft: StepDraft,
  callId: string | undefined,
  call: ToolCall,
  result: ToolResult,
): void {
  const { history, nextOrdinal } = draft.state;
  const id = callId ?? newId(history.filter(({ entry }) => entry.kind === 'tool').length + 1);
  // Between two places, because it has none in the transcript.
  const place = { ordinal: nextOrdinal - 0.5, entry: { kind: 'tool', id, call, result } as const };
  change(draft, { history: [...history, place] });
  sendToolResult(draft, id, result);
}

/** Replaces the result of pending tool calls. */
export function settlePending(draft: StepDraft, result: ToolResult): void {
  const settled: string[] = [];
  const history = draft.state.history.map((placed) => {
    if (placed.entry.kind !== 'tool' || placed.entry.result.status !== 'pending') return placed;
    settled.push(placed.entry.id);
    return { ...placed, entry: { ...placed.entry, result } };
  });
  if (settled.length === 0) return;
  change(draft, { history });
  for (const id of settled) sendToolResult(draft, id, result);
}

/** An engine that keeps the conversation itself is sent the result; any other sees it in the history of its next turn. */
export function sendToolResult(draft: StepDraft, callId: string | undefined, result: ToolResult): void {
  if (draft.state.settings.speech === 'audio' && callId !== undefined) {
    emit(draft, { type: 'toolResult', callId, result });
  }
}

/** Nine letters and digits, which the strictest servers require. */
function newId(number: number): string {
  return `call${String(number).padStart(5, '0')}`;
}
