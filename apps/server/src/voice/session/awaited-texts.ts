import { cleanText } from './clean-text.ts';
import { change, finalSegment, type StepDraft, setCaller, setEntry } from './draft.ts';

/** Speech engines send the text of an utterance only after it has ended, with a delay. */

/** The speech is over; its place in the transcript is kept until the text comes. */
export function awaitText(draft: StepDraft): void {
  const { caller, awaitedTexts } = draft.state;
  if (caller.kind !== 'speaking' || caller.itemId === null) return;
  const { itemId, ordinal, startedAt } = caller;
  setCaller(draft, { kind: 'silent' });
  change(draft, { awaitedTexts: [...awaitedTexts, { itemId, ordinal, startedAt }] });
}

/** The words that were stored; null where there are none. */
export function onUserText(draft: StepDraft, itemId: string, heard: string): string | null {
  const { caller, awaitedTexts, settings } = draft.state;
  if (caller.kind === 'speaking' && caller.itemId === itemId) awaitText(draft);
  const awaited = draft.state.awaitedTexts.find((text) => text.itemId === itemId);
  if (!awaited) return null;
  change(draft, { awaitedTexts: awaitedTexts.filter((text) => text.itemId !== itemId) });
  const text = cleanText(heard, settings.limits.utteranceCharacters);
  if (text === '') return null;
  const { ordinal, startedAt: at } = awaited;
  finalSegment(draft, { ordinal, speaker: 'user', text, at });
  setEntry(draft, ordinal, { kind: 'said', text });
  return text;
}

/** The text did not come; its place stays empty. */
export function onTextTimeout(draft: StepDraft): void {
  change(draft, { awaitedTexts: draft.state.awaitedTexts.slice(1) });
}
