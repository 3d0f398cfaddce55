import { say } from './agent.ts';
import { cleanText } from './clean-text.ts';
import { change, type Draft, emit } from './draft.ts';
import type { SessionEndReason } from './effects.ts';
import { close, stopAtOnce } from './ending.ts';

export function stopSession(draft: Draft, reason: SessionEndReason): void {
  if (draft.state.phase.kind === 'connecting') hangUpBeforeStart(draft, reason);
  else stopAtOnce(draft, reason);
}

/** The carrier has no session to end yet, so the call itself is ended. */
export function hangUpBeforeStart(draft: Draft, reason: SessionEndReason): void {
  emit(draft, { type: 'hangUp' });
  close(draft, reason);
}

/** No message is left on a machine; `unknown` counts as a person. */
export function onAmdResult(draft: Draft, answeredBy: 'human' | 'machine' | 'fax' | 'unknown'): void {
  if (answeredBy === 'machine' || answeredBy === 'fax') stopSession(draft, 'voicemail');
}

export function onSay(draft: Draft, text: string): void {
  const { phase, settings } = draft.state;
  const sentence = cleanText(text, settings.limits.utteranceCharacters);
  if (phase.kind === 'live' && sentence !== '') say(draft, sentence, true);
}

/** The conversation goes on until there is just time for a goodbye. */
export function onDrain(draft: Draft, withinMs: number): void {
  const { phase, settings } = draft.state;
  if (phase.kind !== 'live' && phase.kind !== 'connecting') return;
  change(draft, { stopAt: draft.at + Math.max(0, withinMs - settings.limits.goodbyeMs) });
}
