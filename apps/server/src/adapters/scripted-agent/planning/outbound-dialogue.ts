import type { ToolCall } from '../../../ports/voice-tools.ts';
import type { Ask, Script, Step } from '../instructions/script.ts';
import type { DayTime } from '../understanding/times.ts';

/** The state of an outbound call, computed again from the history for every turn. */
export interface OutboundDialogue {
  readonly script: Script;
  /** How the agent introduces itself, and for whom it speaks. */
  readonly introduction: string;
  readonly business: string;
  readonly canTransfer: boolean;
  readonly stage: Stage;
  readonly todo: readonly Step[];
  readonly notes: readonly Note[];
  /** What was said last, to be said again when asked. */
  readonly said: string;
  /** Most of it was not heard, so it has to be repeated in full. */
  readonly unheard: boolean;
  /** How often the other party was not understood. */
  readonly misses: number;
  /** How many exchanges in a row led nowhere. */
  readonly idle: number;
  /** How many answers were acknowledged, so that the wording varies. */
  readonly turns: number;
}

export type Stage =
  /** Nothing but the greeting was said, and it does not matter who answers. */
  | { readonly kind: 'start' }
  /** Is this the right person? First asked who it is, then for the right one, then waited for them. */
  | { readonly kind: 'identify'; readonly at: 'first' | 'who' | 'fetch' | 'waiting' }
  /** The right person is not there: when are they? */
  | { readonly kind: 'absent' }
  | { readonly kind: 'asking'; readonly ask: Ask; readonly dayTime: DayTime; readonly tries: number }
  /** They want to be called another time: when? */
  | { readonly kind: 'later' }
  | { readonly kind: 'over' };

export interface Note {
  readonly ask: Ask;
  readonly answer: string;
  /** A day or time they would like, which people at the desk have to confirm. */
  readonly preference: boolean;
}

/** What came from the other party since the agent spoke last. */
export interface CallerInput {
  readonly text: string;
  readonly pressed: string;
  /** Whether they heard the end of what the agent said last, where the question is. */
  readonly heardAll: boolean;
  /** How much of it they heard, from nothing to one. */
  readonly share: number;
  /** The session asked them whether they are still there. */
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

/** Says something and waits for what comes. */
export function speak(dialogue: OutboundDialogue, text: string): Move {
  const said = joined(text);
  return { dialogue: { ...dialogue, said, unheard: false }, reply: { text: said, tools: [] } };
}

export function hangUp(
  dialogue: OutboundDialogue,
  text: string,
  reason: Extract<ToolCall, { name: 'end_call' }>['input']['reason'],
  before: readonly ToolCall[] = [],
): Move {
  const said = joined(text);
  const tools: ToolCall[] = [...before, { name: 'end_call', input: { reason } }];
  return { dialogue: { ...dialogue, said, stage: { kind: 'over' } }, reply: { text: said, tools } };
}

export function joined(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}
