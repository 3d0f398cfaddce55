import { change, closeItem, emit, type StepDraft, setAgent, takeItemId, takeOrdinal } from './draft.ts';
import { finalizeUtterance, type HowHeard } from './finalize-utterance.ts';
import { heardUntil, visibleCharacters } from './heard.ts';
import type { SessionState, Turn, Utterance } from './state.ts';
import { cancelledTool, settlePending } from './tool-entries.ts';

/** Starts an utterance and reserves its place in the transcript. */
export function beginUtterance(
  draft: StepDraft,
  itemId: string,
  turn: Turn | null,
  interruptible: boolean,
): void {
  setAgent(draft, { kind: 'speaking', utterance: newUtterance(draft, itemId, interruptible), turn });
}

/** An utterance of which nothing was sent, in this place of the transcript or in the next one. */
export function newUtterance(
  draft: StepDraft,
  itemId: string,
  interruptible: boolean,
  place: Pick<Utterance, 'ordinal' | 'startedAt'> = { ordinal: takeOrdinal(draft), startedAt: draft.at },
): Utterance {
  return {
    itemId,
    ...place,
    audibleAt: draft.at,
    heardAt: null,
    text: '',
    sentMs: 0,
    markedMs: 0,
    playedMs: 0,
    playedCharacters: 0,
    playoutStopped: false,
    interruptible,
    saved: '',
  };
}

export function changeUtterance(draft: StepDraft, patch: Partial<Utterance>): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  setAgent(draft, { ...agent, utterance: { ...agent.utterance, ...patch } });
}

/** Sends a piece of text to be spoken as part of the open utterance. */
export function sendText(draft: StepDraft, piece: string, last: boolean): void {
  const { agent, settings } = draft.state;
  if (agent.kind !== 'speaking') return;
  const { itemId, text, interruptible } = agent.utterance;
  changeUtterance(draft, { text: text + piece });
  if (settings.speech === 'text') emit(draft, { type: 'sayText', itemId, text: piece, last, interruptible });
}

/** Says a sentence of the session's own: at once, or after what is being said. */
export function say(draft: StepDraft, text: string, interruptible: boolean): void {
  cancelTurn(draft);
  if (draft.state.settings.speech === 'audio') {
    askEngineToSay(draft, text, interruptible);
    return;
  }
  completeIfStopped(draft);
  const { agent } = draft.state;
  if (agent.kind === 'speaking') {
    // Text that was sent cannot be taken back, so the sentence is appended to the same utterance.
    changeUtterance(draft, { interruptible });
    sendText(draft, `${spaceAfter(agent.utterance.text)}${text}`, true);
    return;
  }
  beginUtterance(draft, takeItemId(draft), null, interruptible);
  sendText(draft, text, true);
}

/** After playing has stopped, nothing can be appended to the utterance. */
function completeIfStopped(draft: StepDraft): void {
  const { agent } = draft.state;
  if (agent.kind === 'speaking' && agent.utterance.playoutStopped) completeUtterance(draft);
}

/** The space to put after a text, unless it ends with one. */
export function spaceAfter(text: string): string {
  return text === '' || /\s$/.test(text) ? '' : ' ';
}

function askEngineToSay(draft: StepDraft, text: string, interruptible: boolean): void {
  silenceEngine(draft);
  const itemId = takeItemId(draft);
  const turn = { ...newTurn(itemId, draft.at, null), sentence: text };
  setAgent(draft, { kind: 'thinking', turn });
  emit(draft, { type: 'sayText', itemId, text, last: true, interruptible });
}

/**
 * Barge-in on audio: clear the carrier's buffer, then truncate what was not heard in the engine's conversation.
 * `broken`: the engine failed in the middle of an answer.
 */
export function silenceEngine(draft: StepDraft, broken = false): void {
  const { agent, pendingPlayout } = draft.state;
  const current = agent.kind === 'speaking' ? [agent.utterance] : [];
  const whole = pendingPlayout[0]?.whole ?? (agent.kind === 'speaking' && agent.turn === null && !broken);
  const [first, ...waiting] = [...pendingPlayout.map(({ utterance }) => utterance), ...current];
  if (!first) return;
  const ms = Math.min(first.playedMs, first.sentMs);
  emit(draft, { type: 'clear' }, { type: 'truncate', itemId: first.itemId, ms });
  for (const { itemId } of waiting) emit(draft, { type: 'truncate', itemId, ms: 0 });
  const heard = heardUntil(first, draft.at, draft.state, whole);
  if (pendingPlayout.length === 0) {
    cutUtterance(draft, heard);
    return;
  }
  change(draft, { pendingPlayout: [] });
  finalizeUtterance(draft, first, heard, heard.trim() === first.text.trim() ? 'whole' : 'interrupted');
  for (const { utterance } of pendingPlayout.slice(1)) finalizeUtterance(draft, utterance, '', 'interrupted');
  cutUtterance(draft, '');
}

export function newTurn(
  itemId: string,
  requestedAt: number,
  callerFinishedAt: number | null,
  toolMs = 0,
): Turn {
  return {
    sentence: null,
    itemId,
    attempt: 1,
    requestedAt,
    ...{ callerFinishedAt, toolMs },
    firstPartAt: null,
    parts: 0,
    fillers: 0,
    ending: null,
    usedTool: false,
    ranTool: false,
    addedToDoNotCall: false,
    calls: 0,
  };
}

function isSilent({ parts, usedTool }: Turn): boolean {
  return parts === 0 && !usedTool;
}

/**
 * How long the model has produced nothing: in this turn, and in earlier turns that the other party cancelled by
 * speaking on.
 */
export function unansweredMs(state: SessionState, turn: Turn, at: number): number {
  return isSilent(turn) ? state.unansweredMs + at - turn.requestedAt : 0;
}

/** Cancels the model's answer, if there is one. What was sent of it stays. */
export function cancelTurn(draft: StepDraft): void {
  const { agent } = draft.state;
  const turn = agent.kind === 'idle' ? null : agent.turn;
  if (!turn) return;
  emit(draft, { type: 'cancel', itemId: turn.itemId });
  closeItem(draft, turn.itemId);
  if (turn.ending) settlePending(draft, cancelledTool);
  change(draft, { unansweredMs: isSilent(turn) ? unansweredMs(draft.state, turn, draft.at) : 0 });
  setAgent(draft, agent.kind === 'speaking' ? { ...agent, turn: null } : { kind: 'idle' });
}

/** Everything of the utterance was heard, as far as is known. */
export function completeUtterance(draft: StepDraft, sure = true): void {
  const { agent } = draft.state;
  if (agent.kind === 'speaking') commit(draft, agent.utterance, agent.utterance.text, howHeard(true, sure));
}

/** Ends the utterance with what was heard of it. `sure`: the carrier reported it; otherwise it is estimated by time. */
export function cutUtterance(draft: StepDraft, heard: string, sure = true): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  const whole = agent.turn === null && heard.trim() === agent.utterance.text.trim();
  cancelTurn(draft);
  commit(draft, agent.utterance, heard, howHeard(whole, sure));
}

/** A voice may be slower than estimated, so what only the estimate takes for complete stays unconfirmed. */
export function howHeard(whole: boolean, sure: boolean): HowHeard {
  if (!whole) return 'interrupted';
  return sure ? 'whole' : 'unconfirmed';
}

/** The connection ended during the utterance: stores what was reported as played, else all of it, unconfirmed. */
export function abandonUtterance(draft: StepDraft): void {
  const { agent, settings, playoutReported } = draft.state;
  if (agent.kind !== 'speaking') return;
  if (settings.speech === 'audio' || playoutReported) {
    cutUtterance(draft, heardUntil(agent.utterance, draft.at, draft.state, agent.turn === null));
    return;
  }
  cancelTurn(draft);
  commit(draft, agent.utterance, agent.utterance.text, 'unconfirmed');
}

function commit(draft: StepDraft, utterance: Utterance, heard: string, how: HowHeard): void {
  setAgent(draft, { kind: 'idle' });
  finalizeUtterance(draft, utterance, heard, how);
}

/** Whether the carrier has reported all of it as played. */
export function isPlayed(draft: StepDraft): boolean {
  const { agent, settings, playoutReported } = draft.state;
  if (agent.kind !== 'speaking' || agent.turn !== null) return false;
  const { utterance } = agent;
  if (settings.speech === 'audio') return utterance.sentMs > 0 && utterance.playedMs >= utterance.sentMs;
  return playoutReported && utterance.playedCharacters >= visibleCharacters(utterance.text);
}
