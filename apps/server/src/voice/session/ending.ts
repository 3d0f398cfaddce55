import { callReasons, notTransferredNote } from '@parley/contract';
import { abandonUtterance, cancelTurn, say, silenceEngine } from './agent.ts';
import { awaitText } from './awaited-texts.ts';
import { commitCaller, commitDigits } from './caller-segments.ts';
import { withDisclosure } from './disclosure.ts';
import { change, changeTools, emit, note, type StepDraft, setPhase } from './draft.ts';
import { callReasonOf, type SessionEndReason } from './effects.ts';
import { leavesRefusal, noteNoCalls, wantsNoCalls } from './no-more-calls.ts';
import { abandonPlayout, cutSpeech } from './pending-playout.ts';
import type { Ending, SessionState } from './state.ts';
import { cancelledTool, settlePending } from './tool-entries.ts';

/** No further turn: what is being said is played to its end, then the session ends. */
export function finishSession(draft: StepDraft, ending: Ending): void {
  if (draft.state.phase.kind !== 'live') return;
  const reopenable = ending.reopenable && draft.state.reopened === 0;
  setPhase(draft, { kind: 'ending', ending: { ...ending, reopenable }, stage: 'speaking' });
}

/** A last sentence of the session's own, which cannot be interrupted. */
export function sayAndEnd(draft: StepDraft, phrase: string, reason: SessionEndReason): void {
  const { by } = draft.state.answering;
  // A machine is told nothing but the message.
  if (by === 'machine' || by === 'recorder') {
    stopAtOnce(draft, 'voicemail');
    return;
  }
  say(draft, withDisclosure(draft.state, phrase), false);
  finishSession(draft, { reason, reopenable: false, transfer: null });
}

/** Ends at once, also in the middle of a word: a machine has answered, or a user ended the call. */
export function stopAtOnce(draft: StepDraft, reason: SessionEndReason): void {
  const { settings, phase } = draft.state;
  if (phase.kind === 'ending' && phase.stage !== 'speaking') return;
  if (settings.speech === 'audio') silenceEngine(draft);
  else cutSpeech(draft, null);
  cancelTurn(draft);
  dropPromise(draft);
  setPhase(draft, {
    kind: 'ending',
    ending: { reason, reopenable: false, transfer: null },
    stage: 'speaking',
  });
}

/** It was not said yet, and is not said any more. */
function dropPromise(draft: StepDraft): void {
  if (draft.state.refusal === 'promiseDue') change(draft, { refusal: 'storing' });
}

/** Speech of the other party cancels a goodbye, once. */
export function reopen(draft: StepDraft): boolean {
  const { phase, reopened } = draft.state;
  if (phase.kind === 'live') return true;
  if (phase.kind !== 'ending' || phase.stage !== 'speaking' || !phase.ending.reopenable) return false;
  change(draft, { phase: { kind: 'live' }, reopened: reopened + 1 });
  settlePending(draft, cancelledTool);
  return true;
}

/** The last words were played: asks the carrier to end or transfer, once. */
export function sendEnd(draft: StepDraft): void {
  const { phase } = draft.state;
  if (phase.kind !== 'ending' || phase.stage !== 'speaking') return;
  const { transfer, reason } = phase.ending;
  emit(draft, transfer === null ? { type: 'end' } : { type: 'transfer', ...transfer });
  const ending = { ...phase.ending, reason: withMessage(draft.state, reason) };
  setPhase(draft, { ...phase, ending, stage: 'ended' });
}

/** A machine answered; whether the message was left is known when it was heard. */
function withMessage({ answering }: SessionState, reason: SessionEndReason): SessionEndReason {
  return reason === 'voicemail' && answering.messageHeard ? 'voicemail_left' : reason;
}

/** The carrier did not end the session: the call itself is ended, and after that the session closes. */
export function onClosingTimeout(draft: StepDraft): void {
  const { phase } = draft.state;
  if (phase.kind !== 'ending') return;
  if (phase.stage === 'hung_up' || phase.stage === 'gone') {
    close(draft, phase.ending.reason);
    return;
  }
  emit(draft, { type: 'hangUp' });
  setPhase(draft, { ...phase, stage: 'hung_up' });
}

export function onStopped(draft: StepDraft, how: 'hung_up' | 'dropped'): void {
  const { phase } = draft.state;
  const lost = how === 'dropped' ? 'line_dropped' : 'hung_up';
  if (phase.kind !== 'ending') closeAfterLastText(draft, lost);
  else if (phase.stage !== 'speaking') closeAfterLastText(draft, phase.ending.reason);
  // A transfer that was only announced has not happened.
  else
    closeAfterLastText(
      draft,
      how === 'dropped' || phase.ending.transfer !== null ? lost : phase.ending.reason,
    );
}

/** The other party is gone. The text of what they said last may still come. */
function closeAfterLastText(draft: StepDraft, reason: SessionEndReason): void {
  awaitText(draft);
  if (draft.state.awaitedTexts.length === 0) {
    close(draft, reason);
    return;
  }
  stopSpeaking(draft);
  const ending = { reason, reopenable: false, transfer: null };
  setPhase(draft, { kind: 'ending', ending, stage: 'gone' });
  emit(draft, { type: 'endOfAudio' });
}

/** The text of the last utterance has come, or will not come. */
export function closeIfCallerGone(draft: StepDraft): boolean {
  const { phase } = draft.state;
  if (phase.kind !== 'ending' || phase.stage !== 'gone') return false;
  close(draft, phase.ending.reason);
  return true;
}

/** The carrier refused the transfer: the agent says so, the conversation goes on, and no other transfer is offered. */
export function onTransferFailed(draft: StepDraft): void {
  const { phase, settings } = draft.state;
  if (phase.kind !== 'ending' || phase.stage !== 'ended' || phase.ending.transfer === null) return;
  setPhase(draft, { kind: 'live' });
  // Whoever was to be transferred has talked with the agent: the end of a greeting no longer decides who they are.
  change(draft, {
    settings: { ...settings, canTransfer: false },
    answering: { ...draft.state.answering, greetingEnd: null },
  });
  settlePending(draft, { status: 'failed', detail: 'They could not be connected.' });
  note(draft, notTransferredNote);
  say(draft, settings.phrases.notTransferred, true);
}

/** Reasons that get a system entry in the transcript. */
const notedReasons: ReadonlySet<SessionEndReason> = new Set<SessionEndReason>([
  'voicemail',
  'voicemail_left',
  'agent_failed',
  'line_dropped',
  'transferred',
  'ended_by_user',
  'server_stopped',
]);

/** Stores what was heard of the agent; nothing more is said. */
function stopSpeaking(draft: StepDraft): void {
  dropPromise(draft);
  abandonPlayout(draft);
  abandonUtterance(draft);
  cancelTurn(draft);
}

/** Stores what both sides were saying, and closes the session. */
export function close(draft: StepDraft, reason: SessionEndReason): void {
  stopSpeaking(draft);
  const { caller } = draft.state;
  // Whoever hangs up while they say it has said it.
  if (caller.kind === 'speaking' && wantsNoCalls(draft.state, caller.text)) noteNoCalls(draft);
  commitCaller(draft);
  commitDigits(draft);
  // Whoever hangs up instead of hearing the answer too. One who was cut off gets it when the conversation goes on.
  if (reason === 'hung_up' && leavesRefusal(draft.state)) noteNoCalls(draft);
  const { refusal, timers } = draft.state;
  const asked =
    refusal !== 'none' && (reason === 'finished' || reason === 'hung_up' || reason === 'wrong_number');
  const known: SessionEndReason = asked ? 'do_not_call' : withMessage(draft.state, reason);
  const callReason = callReasonOf(known);
  if (callReason !== null && notedReasons.has(known)) note(draft, callReasons[callReason]);
  for (const name of Object.keys(timers) as (keyof typeof timers)[])
    emit(draft, { type: 'clearTimer', name });
  change(draft, { phase: { kind: 'closed', reason: known }, timers: {}, awaitedTexts: [], stopAt: null });
  changeTools(draft, { running: [], answerOwed: null });
  emit(draft, { type: 'publish', event: { kind: 'closed', reason: known, callReason } });
}
