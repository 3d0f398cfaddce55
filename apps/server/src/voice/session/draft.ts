import type { ConversationEntry } from '../../ports/language-model.ts';
import type { Effect, Segment } from './effects.ts';
import { openQuestion } from './person-question.ts';
import type { Agent, Caller, Phase, SessionState, ToolState } from './state.ts';

/** The state and effects of a step while it is computed. */
export interface StepDraft {
  state: SessionState;
  readonly effects: Effect[];
  readonly at: number;
}

export function change(draft: StepDraft, patch: Partial<SessionState>): void {
  draft.state = { ...draft.state, ...patch };
}

export function emit(draft: StepDraft, ...effects: readonly Effect[]): void {
  draft.effects.push(...effects);
}

export function setAgent(draft: StepDraft, agent: Agent): void {
  change(draft, { agent });
}

export function setCaller(draft: StepDraft, caller: Caller): void {
  change(draft, { caller });
}

export function changeTools(draft: StepDraft, patch: Partial<ToolState>): void {
  change(draft, { tools: { ...draft.state.tools, ...patch } });
}

/** The other party has spoken: tools may be called again and again from here. */
export function restartRounds(draft: StepDraft): void {
  if (draft.state.tools.rounds > 0) changeTools(draft, { rounds: 0 });
}

export function setPhase(draft: StepDraft, phase: Phase): void {
  change(draft, { phase });
}

/** Reserves the next place in the transcript, when speech starts. */
export function takeOrdinal(draft: StepDraft): number {
  const ordinal = draft.state.nextOrdinal;
  change(draft, { nextOrdinal: ordinal + 1 });
  return ordinal;
}

export function takeItemId(draft: StepDraft): string {
  const number = draft.state.nextItem;
  change(draft, { nextItem: number + 1 });
  return `item-${number}`;
}

const rememberedItems = 50;

/** What still arrives of a closed item is ignored. */
export function closeItem(draft: StepDraft, itemId: string): void {
  change(draft, { closedItems: [...draft.state.closedItems, itemId].slice(-rememberedItems) });
}

/** Each place holds one entry: what was heard in the end replaces what was assumed. */
export function setEntry(draft: StepDraft, ordinal: number, entry: ConversationEntry | null): void {
  const others = draft.state.history.filter((placed) => placed.ordinal !== ordinal);
  const history = entry === null ? others : [...others, { ordinal, entry }];
  change(draft, { history });
  if (entry?.kind === 'said' || entry?.kind === 'agent') findQuestion(draft);
}

/** Whether somebody waits to hear who speaks follows from the conversation. */
function findQuestion(draft: StepDraft): void {
  const { history, settings, personQuestion: known } = draft.state;
  const found = openQuestion(history, settings);
  if (found === null && known === null) return;
  const attempts = found !== null && found.ordinal === known?.ordinal ? known.attempts : 0;
  change(draft, { personQuestion: found && { ...found, attempts } });
}

export function finalSegment(
  draft: StepDraft,
  segment: Omit<Segment, 'interrupted' | 'unconfirmed'> & Partial<Segment>,
): void {
  emit(draft, {
    type: 'save',
    segment: { interrupted: false, unconfirmed: false, ...segment },
    final: true,
  });
}

/** Adds a system entry to the transcript. */
export function note(draft: StepDraft, text: string): void {
  finalSegment(draft, { ordinal: takeOrdinal(draft), speaker: 'system', text, at: draft.at });
}
