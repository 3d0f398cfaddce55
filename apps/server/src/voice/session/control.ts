import { say } from './agent.ts';
import { cleanText } from './clean-text.ts';
import { withDisclosure } from './disclosure.ts';
import { change, emit, type StepDraft } from './draft.ts';
import type { SessionEndReason } from './effects.ts';
import { close, finishSession, stopAtOnce } from './ending.ts';
import type { SessionEvent } from './events.ts';
import type { SessionState } from './state.ts';
import { firstReachable } from './transfer-choice.ts';

export function stopSession(draft: StepDraft, reason: SessionEndReason): void {
  if (draft.state.phase.kind === 'connecting') hangUpBeforeStart(draft, reason);
  else stopAtOnce(draft, reason);
}

/** The carrier has no session to end yet, so the call itself is ended. */
export function hangUpBeforeStart(draft: StepDraft, reason: SessionEndReason): void {
  emit(draft, { type: 'hangUp' });
  close(draft, reason);
}

export function onSay(draft: StepDraft, text: string): void {
  const { phase, settings, answering } = draft.state;
  const sentence = cleanText(text, settings.limits.utteranceCharacters);
  if (phase.kind === 'live' && answering.by === 'person' && sentence !== '') say(draft, sentence, true);
}

/** The transfer is announced and then made, as if the agent had asked for it. */
export function onTransfer(draft: StepDraft, reason: string): void {
  const { settings } = draft.state;
  const choice = firstReachable(draft.state, draft.at);
  if (choice === null || !accepts(draft.state, { type: 'control.transfer' }, draft.at)) return;
  say(draft, withDisclosure(draft.state, settings.phrases.transferring), false);
  const given = cleanText(reason, settings.limits.utteranceCharacters);
  finishSession(draft, {
    reason: 'transferred',
    reopenable: false,
    transfer: { to: choice.name, reason: given },
  });
}

/** Whether the session can do now what somebody outside asks for; other inputs it takes in any case. */
export function accepts(
  state: SessionState,
  { type }: { readonly type: SessionEvent['type'] },
  at: number,
): boolean {
  const { phase, answering } = state;
  if (type === 'control.transfer')
    return phase.kind === 'live' && answering.by === 'person' && firstReachable(state, at) !== null;
  // Afterwards it stores nothing more, and before that its transcript has not begun.
  if (type === 'control.note')
    return phase.kind === 'live' || (phase.kind === 'ending' && phase.stage !== 'gone');
  if (type === 'control.hangup')
    return phase.kind !== 'closed' && (phase.kind !== 'ending' || phase.stage === 'speaking');
  return true;
}

/** The conversation goes on until there is just time for a goodbye. */
export function onDrain(draft: StepDraft, withinMs: number): void {
  const { phase, settings } = draft.state;
  if (phase.kind !== 'live' && phase.kind !== 'connecting') return;
  change(draft, { stopAt: draft.at + Math.max(0, withinMs - settings.limits.goodbyeMs) });
}
