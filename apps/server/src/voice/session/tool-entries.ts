import { isObject } from '@parley/contract';
import type { ConversationEntry } from '../../ports/language-model.ts';
import {
  type RequestedToolCall,
  type ToolCall,
  type ToolResult,
  toolNamePattern,
} from '../../ports/voice-tools.ts';
import { isStorableInput } from '../tools/tool-schema.ts';
import { change, emit, type StepDraft } from './draft.ts';
import type { PlacedEntry } from './placed-entry.ts';
import type { SessionState } from './state.ts';

export const cancelledTool: ToolResult = {
  status: 'refused',
  detail: 'Called off: the other party went on talking.',
};

/** Adds a tool call and its result to the history, after everything that has started before. */
export function addToolEntry(draft: StepDraft, id: string, call: ToolCall, result: ToolResult): void {
  addUnplaced(draft, { kind: 'tool', id, call, result });
  sendToolResult(draft, id, result);
  emit(draft, { type: 'publish', event: { kind: 'tool', callId: id, call, result } });
}

/** The model has been told that the tool timed out, and sees its answer with the next turn. */
export function addLateResult(draft: StepDraft, id: string, name: string, result: ToolResult): void {
  addUnplaced(draft, { kind: 'lateResult', name, result });
  sendToolResult(draft, id, result);
}

/** Between two places, because it has none in the transcript. */
function addUnplaced(draft: StepDraft, entry: ConversationEntry): void {
  const { history, nextOrdinal } = draft.state;
  change(draft, { history: [...history, { ordinal: nextOrdinal - 0.5, entry }] });
}

/** Replaces the result of one tool call. */
export function setToolResult(draft: StepDraft, id: string, result: ToolResult): void {
  replaceResults(draft, (entry) => entry.id === id, result);
}

/** Replaces the result of pending tool calls. */
export function settlePending(draft: StepDraft, result: ToolResult): void {
  replaceResults(draft, (entry) => entry.result.status === 'pending', result);
}

type ToolEntry = Extract<ConversationEntry, { kind: 'tool' }>;

function replaceResults(draft: StepDraft, concerns: (entry: ToolEntry) => boolean, result: ToolResult): void {
  const settled: ToolEntry[] = [];
  const history = draft.state.history.map((placed): PlacedEntry => {
    if (placed.entry.kind !== 'tool' || !concerns(placed.entry)) return placed;
    settled.push(placed.entry);
    return { ...placed, entry: { ...placed.entry, result } };
  });
  if (settled.length === 0) return;
  change(draft, { history });
  for (const { id, call } of settled) {
    sendToolResult(draft, id, result);
    emit(draft, { type: 'publish', event: { kind: 'tool', callId: id, call, result } });
  }
}

/**
 * An engine that keeps the conversation itself is sent the result; any other sees it in the history of its next turn.
 * A tool that still runs has none.
 */
export function sendToolResult(draft: StepDraft, callId: string | undefined, result: ToolResult): void {
  if (draft.state.settings.speech === 'audio' && callId !== undefined && result.status !== 'running') {
    emit(draft, { type: 'toolResult', callId, result });
  }
}

const longestShownInput = 2_048;

/** The call as it is shown to the model later. Providers refuse a history with names and inputs in another form. */
export function presentable({ name, input }: RequestedToolCall): ToolCall {
  return {
    name: toolNamePattern.test(name) ? name : 'unknown',
    input:
      isObject(input) && JSON.stringify(input).length <= longestShownInput && isStorableInput(input)
        ? input
        : {},
  };
}

export function hasToolCall({ history }: SessionState, id: string): boolean {
  return history.some(({ entry }) => entry.kind === 'tool' && entry.id === id);
}

/**
 * Nine letters and digits, which the strictest servers require. A later session of the same call begins at another
 * ordinal and has other ids: a tool that changes something must not take its calls for repetitions.
 */
export function newToolCallId({ history, settings }: SessionState): string {
  const number = history.filter(({ entry }) => entry.kind === 'tool').length + 1;
  const { firstOrdinal } = settings;
  const session = firstOrdinal === 0 ? 'call' : `s${firstOrdinal.toString(36).padStart(3, '0')}`;
  return `${session}${String(number).padStart(5, '0')}`;
}
