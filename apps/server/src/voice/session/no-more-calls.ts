import { asksForNoCalls, plainlyAsksForNoCalls } from '@parley/contract';
import { change, emit, type StepDraft } from './draft.ts';
import type { SessionSettings } from './settings.ts';
import type { SessionState } from './state.ts';

/**
 * Whether somebody says on a sales call the words that they were offered, or others that mean the same. Who has opted out
 * and interrupts the goodbye still wants it, whatever they say.
 */
export function wantsNoCalls({ settings, refusal }: SessionState, text: string): boolean {
  return settings.manners.offersOptOut && (refusal !== 'none' || asksForNoCalls(text, languagesOf(settings)));
}

function languagesOf({ language, languages = [] }: SessionSettings): string[] {
  return [language, ...languages.map((one) => one.language)];
}

/** Whether the last that the other party has said asks for it, on any call, and nobody has begun to answer. */
export function leavesRefusal({ history, settings }: SessionState): boolean {
  const entries = history.toSorted((a, b) => a.ordinal - b.ordinal).map(({ entry }) => entry);
  const answered = entries.findLastIndex(({ kind }) => kind === 'agent');
  const words = entries.slice(answered + 1).flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
  // A sentence may be in two entries, and each may be one.
  return [...words, words.join(' ')].some((text) => plainlyAsksForNoCalls(text, languagesOf(settings)));
}

/** Puts the number on the do-not-call list, once. */
export function noteNoCalls(draft: StepDraft): void {
  if (draft.state.refusal !== 'none') return;
  emit(draft, { type: 'doNotCall' });
  change(draft, { refusal: 'storing' });
}
