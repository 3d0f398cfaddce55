import type { ToolCall } from '../../../ports/voice-tools.ts';
import type { Ask, Script, Step } from '../instructions/script.ts';
import type { DayTime } from '../understanding/times.ts';
import { endCall } from './tool-calls.ts';

/** The state of an outbound call, computed from the history for every turn. */
export interface OutboundDialogue {
  readonly script: Script;
  /** The sentence with which the agent introduces itself. */
  readonly introduction: string;
  readonly business: string;
  readonly canTransfer: boolean;
  readonly stage: Stage;
  readonly todo: readonly Step[];
  readonly notes: readonly Note[];
  /** The last reply of the agent, to repeat it on request. */
  readonly said: string;
  /** True if most of that reply was not heard, so it has to be repeated in full. */
  readonly unheard: boolean;
  /** How often the other party was not understood. */
  readonly misses: number;
  /** How many exchanges in a row brought no progress. */
  readonly idle: number;
  /** How many answers were taken; it selects the wording of the next acknowledgement. */
  readonly turns: number;
}

export type Stage =
  /** Only the greeting was said, and anybody may answer. */
  | { readonly kind: 'start' }
  /**
   * Finding out whether this is the right person: greeted, asked who it is, asked for the right person, waiting for
   * them.
   */
  | { readonly kind: 'identify'; readonly at: 'first' | 'who' | 'fetch' | 'waiting' }
  /** The right person is not there, and the agent asked when to reach them. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'asking'; readonly ask: Ask; readonly dayTime: DayTime; readonly tries: number }
  /** The other party asked for a later call, and the agent asked when. */
  | { readonly kind: 'later' }
  | { readonly kind: 'over' };

export interface Note {
  readonly ask: Ask;
  readonly answer: string;
  /** True for a preferred day or time, which the desk has to confirm. */
  readonly preference: boolean;
}

/** What the other party said and pressed since the agent's last reply. */
export interface CallerInput {
  readonly text: string;
  readonly pressed: string;
  /** Whether the other party heard the agent's last reply to its end, where the question is. */
  readonly heardAll: boolean;
  /** The share of that reply that was heard, from 0 to 1. */
  readonly share: number;
  /** Whether the session asked in between if the other party is still there. */
  readonly askedIfThere: boolean;
}

export interface Reply {
  readonly text: string;
  readonly tools: readonly ToolCall[];
}

export interface Move {
  readonly dialogue: OutboundDialogue;
  readonly reply: Reply;
}

/** Replies without a tool call and waits for the other party. */
export function speak(dialogue: OutboundDialogue, text: string): Move {
  const said = joined(text);
  return { dialogue: { ...dialogue, said, unheard: false }, reply: { text: said, tools: [] } };
}

export function hangUp(
  dialogue: OutboundDialogue,
  text: string,
  reason: Parameters<typeof endCall>[0],
  before: readonly ToolCall[] = [],
): Move {
  const said = joined(text);
  const tools = [...before, endCall(reason)];
  return { dialogue: { ...dialogue, said, stage: { kind: 'over' } }, reply: { text: said, tools } };
}

export function joined(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}
