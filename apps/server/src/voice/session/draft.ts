import type { ConversationEntry } from '../../ports/language-model.ts';
import type { Effect, Segment } from './effects.ts';
import type { Agent, Caller, Phase, SessionState } from './state.ts';

/** One step in the making: the state so far and the effects so far. Lives no longer than the step. */
export interface Draft {
  state: SessionState;
  readonly effects: Effect[];
  readonly at: number;
}

export function change(draft: Draft, patch: Partial<SessionState>): void {
  draft.state = { ...draft.state, ...patch };
}

export function emit(draft: Draft, ...effects: readonly Effect[]): void {
  draft.effects.push(...effects);
}

export function setAgent(draft: Draft, agent: Agent): void {
  change(draft, { agent });
}

export function setCaller(draft: Draft, caller: Caller): void {
  change(draft, { caller });
}

export function setPhase(draft: Draft, phase: Phase): void {
  change(draft, { phase });
}

/** The place of a segment in the transcript is taken when its speech starts. */
export function takeOrdinal(draft: Draft): number {
  const ordinal = draft.state.nextOrdinal;
  change(draft, { nextOrdinal: ordinal + 1 });
  return ordinal;
}

export function takeItemId(draft: Draft): string {
  const number = draft.state.nextItem;
  change(draft, { nextItem: number + 1 });
  return `item-${number}`;
}

const rememberedItems = 50;

/** What still arrives of a closed item is late. */
export function closeItem(draft: Draft, itemId: string): void {
  change(draft, { closedItems: [...draft.state.closedItems, itemId].slice(-rememberedItems) });
}

/** Each place holds one line: what turns out to have been heard replaces what was thought to be. */
export function setEntry(draft: Draft, ordinal: number, entry: ConversationEntry | null): void {
  const others = draft.state.history.filter((placed) => placed.ordinal !== ordinal);
  change(draft, { history: entry === null ? others : [...others, { ordinal, entry }] });
}

export function finalSegment(
  draft: Draft,
  segment: Omit<Segment, 'interrupted' | 'unconfirmed'> & Partial<Segment>,
): void {
  emit(draft, {
    type: 'save',
    segment: { interrupted: false, unconfirmed: false, ...segment },
    final: true,
  });
}

/** A line of the transcript for the reader, about something that happened. */
export function note(draft: Draft, text: string): void {
  finalSegment(draft, { ordinal: takeOrdinal(draft), speaker: 'system', text, at: draft.at });
}
