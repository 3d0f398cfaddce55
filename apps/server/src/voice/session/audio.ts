import { beginUtterance, cancelTurn, changeUtterance, newTurn, silenceEngine } from './agent.ts';
import { openToPerson } from './answering.ts';
import { isMarkDue } from './audio-passthrough.ts';
import { awaitText } from './awaited-texts.ts';
import { markCallerSpeaking } from './caller.ts';
import { speakable } from './clean-text.ts';
import {
  change,
  changeTools,
  closeItem,
  emit,
  restartRounds,
  type StepDraft,
  setAgent,
  takeItemId,
} from './draft.ts';
import { reopen } from './ending.ts';
import { leavePlaying } from './pending-playout.ts';
import type { Agent, SessionState, Turn, Utterance } from './state.ts';
import { publishTiming, stopOverlongAnswer } from './turn.ts';

/**
 * Speech engines detect the end of an utterance and answer by themselves, so nothing here requests an answer; the session
 * only follows what was said and heard.
 */

export function onSpeechStarted(draft: StepDraft, itemId: string): void {
  const { agent } = draft.state;
  if (agent.kind === 'speaking' && agent.utterance.interruptible) {
    if (!isTooSoonToInterrupt(draft.state, agent.utterance)) silenceEngine(draft);
    reopen(draft);
  } else if (agent.kind === 'thinking' && !isSaidInAnyCase(draft.state, agent.turn)) cancelTurn(draft);
  const { caller } = draft.state;
  if (caller.kind === 'speaking' && caller.itemId !== itemId) awaitText(draft);
  markCallerSpeaking(draft, itemId);
  // The engine answers by itself when they have finished, and knows the results by then.
  if (draft.state.tools.answerOwed) changeTools(draft, { answerOwed: null });
}

/** Speech that starts less than this after the audio began is not a reaction to it. */
const reactionMs = 300;

/** Speech from before the opening was audible, buffered while the engine connected, does not interrupt it. */
function isTooSoonToInterrupt({ otherPartySpoke, history }: SessionState, { playedMs }: Utterance): boolean {
  return !otherPartySpoke && history.length === 0 && playedMs < reactionMs;
}

/** The opening, the answer to a screening phone and a goodbye are said even if the other party speaks before they start. */
function isSaidInAnyCase({ phase, settings }: SessionState, { sentence }: Turn): boolean {
  const { opening, manners } = settings;
  return (
    phase.kind !== 'live' ||
    (sentence !== null && (sentence === opening || sentence === manners.screeningAnswer))
  );
}

export function onSpeechStopped(draft: StepDraft, itemId: string): void {
  const { caller } = draft.state;
  if (caller.kind !== 'speaking' || caller.itemId !== itemId) return;
  awaitText(draft);
  // The engine answers by itself, so that nobody has to be asked to go on after a cut.
  change(draft, { otherPartySpoke: true, silences: 0, resumePending: false });
  restartRounds(draft);
  const { answering, phase } = draft.state;
  // Whoever is no person is answered when the text is there, if at all.
  if (phase.kind === 'live' && answering.by !== 'person') return;
  if (phase.kind === 'live' && answering.openingDue) {
    openToPerson(draft, draft.at);
    return;
  }
  if (draft.state.agent.kind === 'idle' && reopen(draft)) {
    setAgent(draft, { kind: 'thinking', turn: newTurn(takeItemId(draft), draft.at, draft.at) });
  }
}

export function onEngineAudio(draft: StepDraft, itemId: string, ms: number, payload: string): void {
  if (!openItem(draft, itemId)) return;
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  const { turn, utterance } = agent;
  if (turn && utterance.sentMs === 0) publishTiming(draft, turn);
  changeUtterance(draft, { sentMs: utterance.sentMs + ms });
  emit(draft, { type: 'play', itemId, payload });
  if (isMarkDue(utterance, ms)) markHere(draft);
  stopOverlongAnswer(draft, itemId);
}

/** Audio that was sent to the carrier before the session was told. */
export function onAudioSent(draft: StepDraft, itemId: string, ms: number): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking' || agent.utterance.itemId !== itemId) return;
  countPart(draft, agent.turn);
  changeUtterance(draft, { sentMs: agent.utterance.sentMs + ms });
  stopOverlongAnswer(draft, itemId);
}

/** A complete utterance ends with a mark, so that the carrier reports when its end was played. */
export function markEnd(draft: StepDraft): void {
  const { agent, settings } = draft.state;
  if (settings.speech === 'text' || agent.kind !== 'speaking' || agent.turn !== null) return;
  if (agent.utterance.markedMs < agent.utterance.sentMs) markHere(draft);
}

function markHere(draft: StepDraft): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  const { itemId, sentMs } = agent.utterance;
  changeUtterance(draft, { markedMs: sentMs });
  emit(draft, { type: 'mark', itemId, ms: sentMs });
}

export function onEngineText(draft: StepDraft, itemId: string, text: string): void {
  if (!openItem(draft, itemId)) return;
  const { agent } = draft.state;
  if (agent.kind === 'speaking') changeUtterance(draft, { text: agent.utterance.text + speakable(text) });
  stopOverlongAnswer(draft, itemId);
}

/** Makes the item the current utterance; false when it is closed already. */
function openItem(draft: StepDraft, itemId: string): boolean {
  const { agent, closedItems, phase, otherPartySpoke, answering } = draft.state;
  if (closedItems.includes(itemId)) return false;
  if (agent.kind === 'speaking' && agent.utterance.itemId === itemId) {
    countPart(draft, agent.turn);
    return true;
  }
  // No answer is expected before the other party has spoken, nor while the session is ending.
  const asked = phase.kind === 'live' && otherPartySpoke;
  if (agent.kind !== 'thinking' && !asked) return false;
  if (agent.kind !== 'thinking' && answering.by !== 'person') {
    emit(draft, { type: 'cancel', itemId });
    closeItem(draft, itemId);
    return false;
  }
  if (agent.kind === 'speaking') finishCurrentItem(draft, agent);
  const turn = (agent.kind === 'idle' ? null : agent.turn) ?? newTurn(itemId, draft.at, null);
  if (turn.itemId !== itemId) closeItem(draft, turn.itemId);
  beginUtterance(draft, itemId, { ...turn, itemId }, phase.kind === 'live');
  countPart(draft, { ...turn, itemId });
  return true;
}

/** A complete utterance is played to its end before the next item; an answer that broke off is cut. */
function finishCurrentItem(draft: StepDraft, agent: Extract<Agent, { kind: 'speaking' }>): void {
  if (agent.turn === null) {
    leavePlaying(draft);
    return;
  }
  setAgent(draft, { ...agent, turn: null });
  silenceEngine(draft, true);
}

function countPart(draft: StepDraft, turn: Turn | null): void {
  const { agent } = draft.state;
  if (!turn || agent.kind !== 'speaking') return;
  const known: Turn = { ...turn, parts: turn.parts + 1, firstPartAt: turn.firstPartAt ?? draft.at };
  setAgent(draft, { ...agent, turn: known });
}
