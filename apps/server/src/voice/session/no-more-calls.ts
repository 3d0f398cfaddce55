import { asksForNoCalls } from '@parley/contract';
import { change, emit, type StepDraft } from './draft.ts';
import type { SessionState } from './state.ts';

/**
 * Whether somebody says on a sales call the words that they were offered, or others that mean the same. Who has opted out
 * and interrupts the goodbye still wants it, whatever they say.
 */
export function wantsNoCalls({ settings, askedNotToCall }: SessionState, text: string): boolean {
  const { manners, language, languages = [] } = settings;
  const spoken = [language, ...languages.map((one) => one.language)];
  return manners.offersOptOut && (askedNotToCall || asksForNoCalls(text, spoken));
}

/** Puts the number on the do-not-call list, once. */
export function noteNoCalls(draft: StepDraft): void {
  if (draft.state.askedNotToCall) return;
  emit(draft, { type: 'doNotCall' });
  change(draft, { askedNotToCall: true });
}
