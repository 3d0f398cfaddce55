import { asksForNoCalls } from '@parley/contract';
import { change, emit, type StepDraft } from './draft.ts';
import type { SessionState } from './state.ts';

/** Whether somebody says on a sales call the words that they were offered, or others that mean the same. */
export function wantsNoCalls({ settings }: SessionState, text: string): boolean {
  const { manners, language, languages = [] } = settings;
  return manners.offersOptOut && asksForNoCalls(text, [language, ...languages.map((one) => one.language)]);
}

/** Puts the number on the do-not-call list, once. */
export function noteNoCalls(draft: StepDraft): void {
  if (draft.state.askedNotToCall) return;
  emit(draft, { type: 'doNotCall' });
  change(draft, { askedNotToCall: true });
}
