import type { ToolCallState } from '../../ports/tool-calls.ts';
import type { ToolInput, ToolOutcome } from '../../ports/voice-tools.ts';
import type { VoiceTool } from './voice-tool.ts';

/** A tool call that a session starts. */
export interface StartedToolCall {
  readonly id: string;
  readonly tool: VoiceTool;
  readonly input: ToolInput;
  /** Its place between the entries of the transcript. */
  readonly ordinal: number;
}

export interface EndedToolCall {
  readonly state: Exclude<ToolCallState, 'running'>;
  readonly answer: string | null;
  readonly ms: number;
  /** Its place between the entries: what begins after it was said with the answer known. Left out: no session has heard it. */
  readonly ordinal?: number;
}

/** Stores the tool calls of one session. */
export interface ToolCallLog {
  /** Resolves when it is stored. Throws where it is not: then nothing must be sent. */
  start(call: StartedToolCall): Promise<void>;
  /** Counts a repetition; false where it must not be sent again. */
  mayRepeat(id: string): Promise<boolean>;
  /** Stored in the background, and again until it is. */
  end(id: string, end: EndedToolCall): void;
  /** The conversation goes on without its answer, and says that somebody will check. */
  overdue(id: string, tool: VoiceTool): void;
  /** Resolves with the answer of a tool call of the session before, when another server or this one has it. */
  answerOf(id: string, signal: AbortSignal): Promise<ToolOutcome | null>;
}

/** What is stored: whatever an organization has added, and what is built in and changes something. */
export function isStored({ source, changes }: VoiceTool): boolean {
  return source !== undefined || changes;
}

/** Whether it changes something at a service of somebody else, and is sent there. */
export function changesOutside({ source, changes }: VoiceTool): boolean {
  return changes && source !== undefined && !source.sample;
}

/** The result of a stored tool call, as the model gets it. */
export function outcomeOfStored(
  { state, answer }: { readonly state: Exclude<ToolCallState, 'running'>; readonly answer: string | null },
  changes: boolean,
): ToolOutcome {
  switch (state) {
    case 'unknown':
      return { status: 'timed_out', detail: notKnown, unknown: true };
    case 'timed_out':
      return { status: 'timed_out', detail: changes ? notKnown : 'No answer came.' };
    default:
      return { status: state, detail: answer ?? '' };
  }
}

export const notKnown =
  'No answer came: it is not known whether it was done. Do not try again; say that somebody will check.';
