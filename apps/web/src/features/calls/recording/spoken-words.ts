import type { EntrySpan } from './entry-spans.ts';

/** A word of an entry: where it stands in the text, and when it is heard. */
export interface SpokenWord {
  readonly from: number;
  readonly to: number;
  readonly ms: number;
}

/**
 * Carriers and engines do not say when each word is heard. So the words are spread over the moments at which the entry is
 * heard, each with a part that is as long as its text.
 */
export function spokenWords({ message, ms, heardAt }: EntrySpan): SpokenWord[] {
  const words = [...message.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, index }));
  const total = words.reduce((sum, { text }) => sum + weightOf(text), 0);
  let before = 0;
  return words.map(({ text, index }) => {
    const place = heardAt[Math.floor((before / total) * heardAt.length)] ?? ms;
    before += weightOf(text);
    return { from: index, to: index + text.length, ms: place };
  });
}

/** With the space after it. */
const weightOf = (word: string) => word.length + 1;

/** The word that is heard at this moment; null before the first, and after the entry. */
export function wordAt(words: readonly SpokenWord[], { endMs }: EntrySpan, ms: number): SpokenWord | null {
  return ms < endMs ? (words.findLast((word) => word.ms <= ms) ?? null) : null;
}

/** The word at a place of the text, or the one before it. */
export const wordAtCharacter = (words: readonly SpokenWord[], at: number): SpokenWord | null =>
  words.findLast(({ from }) => from <= at) ?? null;
