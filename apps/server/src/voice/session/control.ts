import { say } from './agent.ts';
import { cleanText } from './clean-text.ts';
import { change, emit, type StepDraft } from './draft.ts';
import type { SessionEndReason } from './effects.ts';
import { close, stopAtOnce } from './ending.ts';

export function stopSession(draft: StepDraft, reason: SessionEndReason): void {
  if (draft.state.phase.kind === 'connecting') hangUpBeforeStart(draft, reason);
  else stopAtOnce(draft, reason);
}

/** The carrier has no session to end yet, so the call itself is ended. */
export function hangUpBeforeStart(draft: StepDraft, reason: SessionEndReason): void {
  emit(draft, { type: 'hangUp' });
  close(draft, reason);
}

/** No message is left on a machine; `unknown` counts as a person. */
export function onAmdResult(draft: StepDraft, answeredBy: 'human' | 'machine' | 'fax' | 'unknown'): void {
  if (answeredBy === 'machine' || answeredBy === 'fax') stopSession(draft, 'voicemail');
}

export function onSay(draft: StepDraft, text: string): void {
  const { phase, settings } = draft.state;
  const sentence = cleanText(text, settings.limits.utteranceCharacters);
  if (phase.kind === 'live' && sentence !== '') say(draft, sentence, true);
}

/** The conversation goes on until there is just time for a goodbye. */
export function onDrain(draft: StepDraft, withinMs: number): void {
  const { phase, settings } = draft.state;
  if (phase.kind !== 'live' && phase.kind !== 'connecting') return;
  change(draft, { stopAt: draft.at + Math.max(0, withinMs - settings.limits.goodbyeMs) });
}
