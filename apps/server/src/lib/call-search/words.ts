import { nameKey } from '@parley/contract';

/** A word of a text: where it stands, and as it is compared, without capitals and accents. */
export interface Word {
  readonly at: number;
  readonly end: number;
  readonly key: string;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const plain = /^[a-z0-9]+$/;
/** A longer word is found by its beginning. */
export const wordLengthMax = 60;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const key = wordKey(match[0]);
    if (key !== '') words.push({ at: match.index, end: match.index + match[0].length, key });
  }
  return words;
}

/** Most words need no more than lower case; folding the rest takes longer. */
function wordKey(word: string): string {
  const lower = word.toLowerCase();
  const key = (plain.test(lower) ? lower : nameKey(word)).slice(0, wordLengthMax);
  // Not half of a character outside the basic plane: the database takes no such text.
  return key.isWellFormed() ? key : key.slice(0, -1);
}

export const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');
