import { callReasons } from '@parley/contract';
import { abandonUtterance, cancelTurn, say, silenceEngine } from './agent.ts';
import { awaitText } from './awaited-texts.ts';
import { commitCaller, commitDigits } from './caller-segments.ts';
import { change, type Draft, emit, note, setLife } from './draft.ts';
import { callReasonOf, type EndReason } from './effects.ts';
import { abandonPlayout, cutSpeech } from './pending-playout.ts';
import type { Ending } from './state.ts';
import { calledOff, settlePending } from './tool-entries.ts';

/** No further turn: what is being said is played to its end, and then the line drops. */
export function finishSession(draft: Draft, ending: Ending): void {
  if (draft.state.life.kind !== 'live') return;
  const reopenable = ending.reopenable && draft.state.reopened === 0;
  setLife(draft, { kind: 'draining', ending: { ...ending, reopenable }, stage: 'speaking' });
}

/** A last sentence of the session's own, which nobody can talk away. */
export function sayAndEnd(draft: Draft, phrase: string, reason: EndReason): void {
  say(draft, phrase, false);
  finishSession(draft, { reason, reopenable: false, transfer: null });
}

/** Ends in the middle of a word: a machine has answered, or a person at the desk wants it so. */
export function stopAtOnce(draft: Draft, reason: EndReason): void {
  const { settings, life } = draft.state;
  if (life.kind === 'draining' && life.stage !== 'speaking') return;
  if (settings.speech === 'audio') silenceEngine(draft);
  else cutSpeech(draft, null);
  cancelTurn(draft);
  setLife(draft, {
    kind: 'draining',
    ending: { reason, reopenable: false, transfer: null },
    stage: 'speaking',
  });
}

/** Words of the other party call a goodbye off, once. */
export function reopen(draft: Draft): boolean {
  const { life, reopened } = draft.state;
  if (life.kind === 'live') return true;
  if (life.kind !== 'draining' || life.stage !== 'speaking' || !life.ending.reopenable) return false;
  change(draft, { life: { kind: 'live' }, reopened: reopened + 1 });
  settlePending(draft, calledOff);
  return true;
}

/** The last words were heard: ask the carrier to finish. Sent once, because it is said once. */
export function sendEnd(draft: Draft): void {
  const { life } = draft.state;
  if (life.kind !== 'draining' || life.stage !== 'speaking') return;
  emit(
    draft,
    life.ending.transfer === null ? { type: 'end' } : { type: 'transfer', reason: life.ending.transfer },
  );
  setLife(draft, { ...life, stage: 'ended' });
}

/** The session did not end as asked; the call itself can be ended, and after that there is nothing to wait for. */
export function onClosingTimeout(draft: Draft): void {
  const { life } = draft.state;
  if (life.kind !== 'draining') return;
  if (life.stage === 'hung_up' || life.stage === 'gone') {
    close(draft, life.ending.reason);
    return;
  }
  emit(draft, { type: 'hangUp' });
  setLife(draft, { ...life, stage: 'hung_up' });
}

export function onStopped(draft: Draft, how: 'hung_up' | 'dropped'): void {
  const { life } = draft.state;
  const lost = how === 'dropped' ? 'line_dropped' : 'hung_up';
  if (life.kind !== 'draining') leave(draft, lost);
  else if (life.stage !== 'speaking') leave(draft, life.ending.reason);
  // A transfer that was only announced did not happen.
  else leave(draft, how === 'dropped' || life.ending.transfer !== null ? lost : life.ending.reason);
}

/** Nobody is there any more. What they said last may still be on its way to becoming text. */
function leave(draft: Draft, reason: EndReason): void {
  awaitText(draft);
  if (draft.state.awaitedTexts.length === 0) {
    close(draft, reason);
    return;
  }
  silence(draft);
  const ending = { reason, reopenable: false, transfer: null };
  setLife(draft, { kind: 'draining', ending, stage: 'gone' });
  emit(draft, { type: 'endOfSound' });
}

/** The text of the last words is there, or will not come. */
export function closeWhenGone(draft: Draft): boolean {
  const { life } = draft.state;
  if (life.kind !== 'draining' || life.stage !== 'gone') return false;
  close(draft, life.ending.reason);
  return true;
}

/** The carrier would not connect them: they are told, and the talk goes on without a person to turn to. */
export function onTransferFailed(draft: Draft): void {
  const { life, settings } = draft.state;
  if (life.kind !== 'draining' || life.stage !== 'ended' || life.ending.transfer === null) return;
  setLife(draft, { kind: 'live' });
  change(draft, { settings: { ...settings, canTransfer: false } });
  settlePending(draft, { status: 'failed', detail: 'They could not be connected.' });
  note(draft, 'The call could not be transferred.');
  say(draft, settings.phrases.notTransferred, true);
}

/** What a reader of the transcript wants to be told. */
const notedReasons: ReadonlySet<EndReason> = new Set<EndReason>([
  'voicemail',
  'agent_failed',
  'line_dropped',
  'transferred',
  'ended_by_user',
  'server_stopped',
]);

/** What was heard of the agent stays; nothing more is said. */
function silence(draft: Draft): void {
  abandonPlayout(draft);
  abandonUtterance(draft);
  cancelTurn(draft);
}

/** Commits what is open, once, and is over for good. */
export function close(draft: Draft, reason: EndReason): void {
  silence(draft);
  commitCaller(draft);
  commitDigits(draft);
  const { askedNotToCall, timers } = draft.state;
  const asked = askedNotToCall && (reason === 'finished' || reason === 'hung_up');
  const known: EndReason = asked ? 'do_not_call' : reason;
  const callReason = callReasonOf(known);
  if (callReason !== null && notedReasons.has(known)) note(draft, callReasons[callReason]);
  for (const name of Object.keys(timers) as (keyof typeof timers)[])
    emit(draft, { type: 'clearTimer', name });
  change(draft, { life: { kind: 'closed', reason: known }, timers: {}, awaitedTexts: [], stopAt: null });
  emit(draft, { type: 'publish', event: { kind: 'closed', reason: known, callReason } });
}
