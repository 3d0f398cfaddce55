import type { ConversationEntry } from '../../ports/language-model.ts';
import type { RequestedToolCall } from '../../ports/voice-tools.ts';
import {
  beginUtterance,
  cancelTurn,
  newTurn,
  say,
  sendText,
  silenceEngine,
  spaceAfter,
  unansweredMs,
} from './agent.ts';
import { speakable } from './clean-text.ts';
import { disclosureOwed, withDisclosure } from './disclosure.ts';
import {
  change,
  changeTools,
  closeItem,
  emit,
  type StepDraft,
  setAgent,
  setEntry,
  takeItemId,
  takeOrdinal,
} from './draft.ts';
import { finishSession, sayAndEnd } from './ending.ts';
import { onMachineRecognised } from './machine-hold.ts';
import { optOutEnding, promiseAndEnd } from './opt-out.ts';
import { leavePlaying } from './pending-playout.ts';
import { isAnswerHeld } from './running-tools.ts';
import type { SessionState, Turn } from './state.ts';
import { onToolCall, refuseLateCall } from './tools.ts';

/** Requests an answer from the model and cancels an earlier one. Where a tool runs, its result is waited for. */
export function requestAnswer(draft: StepDraft, callerFinishedAt: number | null): void {
  change(draft, { resumePending: false });
  if (draft.state.settings.speech === 'audio') silenceEngine(draft);
  else if (isAnswerHeld(draft.state)) {
    holdAnswer(draft, callerFinishedAt);
    return;
  } else leavePlaying(draft);
  ask(draft, callerFinishedAt);
}

/** What was sent is played to its end; the answer follows when the tools have answered. */
function holdAnswer(draft: StepDraft, callerFinishedAt: number | null): void {
  const { agent } = draft.state;
  if (agent.kind === 'speaking' && agent.turn) closeText(draft);
  leavePlaying(draft);
  cancelTurn(draft);
  changeTools(draft, { answerOwed: { callerFinishedAt, toolMs: 0 } });
}

/** Tools have answered: asks the model as soon as nobody speaks and no other answer is being prepared. */
export function answerIfOwed(draft: StepDraft): void {
  const { tools, phase, caller, digits, agent, answering } = draft.state;
  const { answerOwed, rounds } = tools;
  if (!answerOwed || phase.kind !== 'live' || caller.kind === 'speaking' || digits) return;
  if (answering.by !== 'person') return;
  if (isAnswerHeld(draft.state) || (agent.kind !== 'idle' && agent.turn !== null)) return;
  changeTools(draft, { rounds: rounds + 1 });
  leavePlaying(draft);
  ask(draft, answerOwed.callerFinishedAt, answerOwed.toolMs);
}

function ask(draft: StepDraft, callerFinishedAt: number | null, toolMs = 0): void {
  cancelTurn(draft);
  const turn = newTurn(takeItemId(draft), draft.at, callerFinishedAt, toolMs);
  setAgent(draft, { kind: 'thinking', turn });
  sendRequest(draft, turn);
}

/** After the apology for a cut the agent goes on with what was being said. */
export function goOnAfterCut(draft: StepDraft): void {
  const { phase, agent, caller, pendingPlayout, digits, resumePending, answering } = draft.state;
  const isQuiet = agent.kind === 'idle' && pendingPlayout.length === 0 && caller.kind === 'silent' && !digits;
  if (!resumePending || phase.kind !== 'live' || !isQuiet || answering.by !== 'person') return;
  setEntry(draft, takeOrdinal(draft), { kind: 'cut' });
  requestAnswer(draft, null);
}

function sendRequest(draft: StepDraft, turn: Turn): void {
  const { itemId, sentence } = turn;
  if (sentence !== null) {
    emit(draft, { type: 'sayText', itemId, text: sentence, last: true, interruptible: true });
    return;
  }
  emit(draft, {
    type: 'respond',
    itemId: turn.itemId,
    attempt: turn.attempt,
    history: conversation(draft.state),
  });
  changeTools(draft, { answerOwed: null, unseenResults: [] });
}

/**
 * Entries in the order in which their speech started, which may differ from the order in which they ended. Results that
 * the model has not seen come after what the agent has said meanwhile, so that they are what it answers.
 */
function conversation({ history, tools: { unseenResults } }: SessionState): ConversationEntry[] {
  const entries = history.toSorted((a, b) => a.ordinal - b.ordinal).map(({ entry }) => entry);
  if (unseenResults.length === 0 || entries.at(-1)?.kind !== 'agent') return entries;
  const isUnseen = (entry: ConversationEntry) => entry.kind === 'tool' && unseenResults.includes(entry.id);
  return [...entries.filter((entry) => !isUnseen(entry)), ...entries.filter(isUnseen)];
}

/** The turn of an event, or null when the turn is over. */
export function turnOf(draft: StepDraft, itemId: string): Turn | null {
  const { agent, settings, closedItems } = draft.state;
  const turn = agent.kind === 'idle' ? null : agent.turn;
  // A speech engine that answers by itself gives the item id only with its first event.
  const unnamed = settings.speech === 'audio' && agent.kind === 'thinking' && !closedItems.includes(itemId);
  if (turn && unnamed) return { ...turn, itemId };
  return turn?.itemId === itemId ? turn : null;
}

export function setTurn(draft: StepDraft, turn: Turn | null): void {
  const { agent } = draft.state;
  if (agent.kind === 'speaking') setAgent(draft, { ...agent, turn });
  else setAgent(draft, turn ? { kind: 'thinking', turn } : { kind: 'idle' });
}

export function onAgentText(draft: StepDraft, itemId: string, text: string): void {
  const turn = turnOf(draft, itemId);
  const piece = speakable(text);
  if (!turn || piece === '') return;
  const first = turn.parts === 0;
  const known: Turn = { ...turn, parts: turn.parts + 1, firstPartAt: turn.firstPartAt ?? draft.at };
  if (draft.state.agent.kind === 'thinking') beginUtterance(draft, takeItemId(draft), known, true);
  else setTurn(draft, known);
  if (first) publishTiming(draft, known);
  const { agent } = draft.state;
  const before = first && agent.kind === 'speaking' ? spaceAfter(agent.utterance.text) : '';
  sendText(draft, before + piece, false);
  stopOverlongAnswer(draft, itemId);
}

export function publishTiming(draft: StepDraft, turn: Turn): void {
  const { callerFinishedAt } = turn;
  if (callerFinishedAt === null) return;
  const since = (at: number) => Math.max(0, at - callerFinishedAt);
  const timing = {
    firstTokenMs: since(turn.firstPartAt ?? draft.at),
    firstSpeechMs: since(draft.at),
    ...(turn.toolMs > 0 && { toolMs: turn.toolMs }),
  };
  emit(draft, { type: 'publish', event: { kind: 'turn', timing } });
}

export function onEngineTool(
  draft: StepDraft,
  itemId: string,
  call: RequestedToolCall,
  callId: string | undefined,
): void {
  const turn = turnOf(draft, itemId);
  if (turn) setTurn(draft, onToolCall(draft, turn, call, callId));
  else refuseLateCall(draft, callId);
}

/** The model's answer is complete. */
export function onDone(draft: StepDraft, itemId: string): void {
  const turn = turnOf(draft, itemId);
  if (!turn) return;
  if (turn.parts === 0 && !turn.usedTool && !turn.ending) {
    onFailed(draft, itemId, true);
    return;
  }
  if (turn.ending?.reason === 'voicemail') {
    onMachineRecognised(draft);
    return;
  }
  closeItem(draft, itemId);
  change(draft, { unansweredMs: 0 });
  setTurn(draft, null);
  const silent = silentPhrase(draft.state, turn);
  if (turn.parts === 0 && turn.ending === optOutEnding) promiseAndEnd(draft);
  else if (turn.parts === 0 && silent !== null) say(draft, withDisclosure(draft.state, silent), true);
  else if (turn.ranTool || !sayOwed(draft)) closeText(draft);
  if (turn.ending) finishSession(draft, turn.ending);
}

/**
 * What is said where the model used a tool without text: a goodbye before hanging up, the confirmation that the number
 * will not be called again.
 */
function silentPhrase({ settings, refusal }: SessionState, turn: Turn): string | null {
  if (turn.ending?.transfer != null) return settings.phrases.transferring;
  if (turn.ending) return settings.phrases.goodbye;
  return turn.addedToDoNotCall && refusal !== 'none' ? settings.phrases.noMoreCalls : null;
}

/** Who has asked whether a person speaks is told with the answer. A speech engine has spoken it: see `discloseIfOwed`. */
function sayOwed(draft: StepDraft): boolean {
  const owed = draft.state.settings.speech === 'text' ? disclosureOwed(draft.state) : null;
  if (owed !== null) say(draft, owed, true);
  return owed !== null;
}

/** Marks the text item as complete. */
function closeText(draft: StepDraft): void {
  if (draft.state.agent.kind === 'speaking') sendText(draft, '', true);
}

/** One retry, then an apology and a goodbye. */
export function onFailed(draft: StepDraft, itemId: string, retryable: boolean): void {
  const turn = turnOf(draft, itemId);
  if (!turn) return;
  const { phase, settings } = draft.state;
  emit(draft, { type: 'cancel', itemId });
  closeItem(draft, itemId);
  if (phase.kind === 'ending') {
    // The goodbye itself could not be said.
    setTurn(draft, null);
    return;
  }
  if (!retryable || turn.attempt >= 2) {
    setTurn(draft, null);
    sayAndEnd(draft, settings.phrases.apology, 'agent_failed');
    return;
  }
  if (isAnswerHeld(draft.state)) {
    holdAnswer(draft, turn.parts === 0 ? turn.callerFinishedAt : null);
    return;
  }
  const retry: Turn = {
    ...newTurn(takeItemId(draft), turn.requestedAt, turn.callerFinishedAt, turn.toolMs),
    attempt: turn.attempt + 1,
    sentence: turn.sentence,
    fillers: turn.fillers,
    ending: turn.ending,
    usedTool: turn.usedTool,
    ranTool: turn.ranTool,
  };
  const broken = turn.parts > 0;
  setTurn(draft, retry);
  const { agent } = draft.state;
  // A speech engine starts again; what was heard of the first attempt is stored as interrupted.
  if (broken && agent.kind === 'speaking' && settings.speech === 'text') {
    sendText(draft, `${spaceAfter(agent.utterance.text)}${settings.phrases.sayAgain}`, false);
  }
  sendRequest(draft, retry);
}

/**
 * A model that does not answer in time has failed. It is asked again, unless it has been silent for 2 × `modelMs` in
 * all.
 */
export function onModelTimeout(draft: StepDraft): void {
  const { agent, settings } = draft.state;
  if (agent.kind === 'idle' || !agent.turn) return;
  const spent = unansweredMs(draft.state, agent.turn, draft.at);
  onFailed(draft, agent.turn.itemId, spent < 2 * settings.limits.modelMs);
}

export function onAnswerTimeout(draft: StepDraft): void {
  const { agent } = draft.state;
  if (agent.kind !== 'idle' && agent.turn) onFailed(draft, agent.turn.itemId, false);
}

/** An answer above the limits is stopped and not requested again. */
export function stopOverlongAnswer(draft: StepDraft, itemId: string): void {
  const { agent, settings } = draft.state;
  if (agent.kind !== 'speaking' || agent.turn === null) return;
  const { text, sentMs } = agent.utterance;
  const { answerCharacters, answerAudioMs } = settings.limits;
  if (text.length > answerCharacters || sentMs > answerAudioMs) onFailed(draft, itemId, false);
}

/** Says a sentence of the session's own while the answer is prepared; the answer follows in the same utterance. */
export function sayBeforeAnswer(draft: StepDraft, text: string): void {
  const { agent } = draft.state;
  if (agent.kind !== 'thinking') {
    say(draft, text, true);
    return;
  }
  beginUtterance(draft, takeItemId(draft), agent.turn, true);
  sendText(draft, text, false);
}

/** Says a filler while the model takes long, so that the line does not seem dead. */
export function onFiller(draft: StepDraft): void {
  const { agent, settings, phase } = draft.state;
  const turn = agent.kind === 'idle' ? null : agent.turn;
  if (!turn || turn.parts > 0 || phase.kind !== 'live' || settings.speech === 'audio') return;
  const phrase = settings.phrases.fillers[turn.fillers % Math.max(1, settings.phrases.fillers.length)];
  const known: Turn = { ...turn, fillers: turn.fillers + 1 };
  if (agent.kind === 'thinking') beginUtterance(draft, takeItemId(draft), known, true);
  else setTurn(draft, known);
  const now = draft.state.agent;
  if (phrase && now.kind === 'speaking') sendText(draft, `${spaceAfter(now.utterance.text)}${phrase}`, false);
}
