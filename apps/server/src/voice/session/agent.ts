import { change, closeItem, type Draft, emit, setAgent, takeItemId, takeOrdinal } from './draft.ts';
import { heardUntil, visibleCharacters } from './heard.ts';
import type { SessionState, Turn, Utterance } from './state.ts';
import { type HowHeard, storeUtterance } from './store-utterance.ts';
import { cancelledTool, settlePending } from './tool-entries.ts';

/** Opens an utterance and takes its place in the transcript. */
export function beginUtterance(
  draft: Draft,
  itemId: string,
  turn: Turn | null,
  interruptible: boolean,
): void {
  const utterance: Utterance = {
    itemId,
    ordinal: takeOrdinal(draft),
    startedAt: draft.at,
    audibleAt: draft.at,
    text: '',
    sentMs: 0,
    markedMs: 0,
    playedMs: 0,
    playedCharacters: 0,
    playoutStopped: false,
    interruptible,
    saved: '',
  };
  setAgent(draft, { kind: 'speaking', utterance, turn });
}

export function changeUtterance(draft: Draft, patch: Partial<Utterance>): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  setAgent(draft, { ...agent, utterance: { ...agent.utterance, ...patch } });
}

/** Sends a piece of text to be spoken as part of the open utterance. */
export function sendText(draft: Draft, piece: string, last: boolean): void {
  const { agent, settings } = draft.state;
  if (agent.kind !== 'speaking') return;
  const { itemId, text, interruptible } = agent.utterance;
  changeUtterance(draft, { text: text + piece });
  if (settings.speech === 'text') emit(draft, { type: 'sayText', itemId, text: piece, last, interruptible });
}

/** Says a sentence of the session's own: at once, or behind what is being said. */
export function say(draft: Draft, text: string, interruptible: boolean): void {
  cancelTurn(draft);
  if (draft.state.settings.speech === 'audio') {
    askEngineToSay(draft, text, interruptible);
    return;
  }
  completeIfStopped(draft);
  const { agent } = draft.state;
  if (agent.kind === 'speaking') {
    // Text on its way cannot be called back, so the sentence follows it in the same breath.
    changeUtterance(draft, { interruptible });
    sendText(draft, `${spaceAfter(agent.utterance.text)}${text}`, true);
    return;
  }
  beginUtterance(draft, takeItemId(draft), null, interruptible);
  sendText(draft, text, true);
}

/** A voice that has stopped, and that nobody is known to have cut off, takes nothing up any more. */
function completeIfStopped(draft: Draft): void {
  const { agent } = draft.state;
  if (agent.kind === 'speaking' && agent.utterance.playoutStopped) completeUtterance(draft);
}

/** Space between two pieces, unless there is some. */
export function spaceAfter(text: string): string {
  return text === '' || /\s$/.test(text) ? '' : ' ';
}

function askEngineToSay(draft: Draft, text: string, interruptible: boolean): void {
  silenceEngine(draft);
  const itemId = takeItemId(draft);
  const turn = { ...newTurn(itemId, draft.at, null), sentence: text };
  setAgent(draft, { kind: 'thinking', turn });
  emit(draft, { type: 'sayText', itemId, text, last: true, interruptible });
}

/**
 * Barge-in on audio: empty the carrier's buffer, then let the engine forget what was not heard. `broken`: the engine
 * gave up in the middle of what it was saying.
 */
export function silenceEngine(draft: Draft, broken = false): void {
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
  storeUtterance(draft, first, heard, heard.trim() === first.text.trim() ? 'whole' : 'interrupted');
  for (const { utterance } of pendingPlayout.slice(1)) storeUtterance(draft, utterance, '', 'interrupted');
  cutUtterance(draft, '');
}

export function newTurn(itemId: string, requestedAt: number, callerFinishedAt: number | null): Turn {
  return {
    sentence: null,
    itemId,
    attempt: 1,
    requestedAt,
    callerFinishedAt,
    firstPartAt: null,
    parts: 0,
    fillers: 0,
    ending: null,
    usedTool: false,
    addedToDoNotCall: false,
    calls: 0,
  };
}

function isSilent({ parts, usedTool }: Turn): boolean {
  return parts === 0 && !usedTool;
}

/** Since when the model owes a word, in milliseconds of asking; what the other party says meanwhile does not shorten it. */
export function unansweredMs(state: SessionState, turn: Turn, at: number): number {
  return isSilent(turn) ? state.unansweredMs + at - turn.requestedAt : 0;
}

/** Stops the model, if it is at work. What it has said so far stays said. */
export function cancelTurn(draft: Draft): void {
  const { agent } = draft.state;
  const turn = agent.kind === 'idle' ? null : agent.turn;
  if (!turn) return;
  emit(draft, { type: 'cancel', itemId: turn.itemId });
  closeItem(draft, turn.itemId);
  if (turn.ending) settlePending(draft, cancelledTool);
  change(draft, { unansweredMs: isSilent(turn) ? unansweredMs(draft.state, turn, draft.at) : 0 });
  setAgent(draft, agent.kind === 'speaking' ? { ...agent, turn: null } : { kind: 'idle' });
}

/** Everything of the utterance was heard. */
export function completeUtterance(draft: Draft): void {
  const { agent } = draft.state;
  if (agent.kind === 'speaking') commit(draft, agent.utterance, agent.utterance.text, 'whole');
}

/** The utterance ends here, with so much of it heard. */
/** `sure`: somebody told what was heard, and it is not only worked out from the time. */
export function cutUtterance(draft: Draft, heard: string, sure = true): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  const whole = agent.turn === null && heard.trim() === agent.utterance.text.trim();
  cancelTurn(draft);
  commit(draft, agent.utterance, heard, howHeard(whole, sure));
}

/** A voice may be slower than the clock: what only the clock takes for whole may have been cut off. */
export function howHeard(whole: boolean, sure: boolean): HowHeard {
  if (!whole) return 'interrupted';
  return sure ? 'whole' : 'unconfirmed';
}

/** The line went in the middle of it: what was played if anybody told, else all of it, flagged. */
export function abandonUtterance(draft: Draft): void {
  const { agent, settings, playoutReported } = draft.state;
  if (agent.kind !== 'speaking') return;
  if (settings.speech === 'audio' || playoutReported) {
    cutUtterance(draft, heardUntil(agent.utterance, draft.at, draft.state, agent.turn === null));
    return;
  }
  cancelTurn(draft);
  commit(draft, agent.utterance, agent.utterance.text, 'unconfirmed');
}

function commit(draft: Draft, utterance: Utterance, heard: string, how: HowHeard): void {
  setAgent(draft, { kind: 'idle' });
  storeUtterance(draft, utterance, heard, how);
}

/** Whether the carrier has told that all of it was played. */
export function isPlayed(draft: Draft): boolean {
  const { agent, settings, playoutReported } = draft.state;
  if (agent.kind !== 'speaking' || agent.turn !== null) return false;
  const { utterance } = agent;
  if (settings.speech === 'audio') return utterance.sentMs > 0 && utterance.playedMs >= utterance.sentMs;
  return playoutReported && utterance.playedCharacters >= visibleCharacters(utterance.text);
}
