import { msPerWord } from '../speech/words.ts';

const msPerLetter = 65;
const msPerDigit = 340;
/** The last word of a sentence is drawn out. */
const sentenceEndMs = 200;

/** How long a voice needs for a word: the usual time, and more for long words and for figures, which are read out. */
export function spokenMs(word: string): number {
  const digits = word.match(/\d/g)?.length ?? 0;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  const ms = Math.max(msPerWord, letters * msPerLetter + digits * msPerDigit);
  return /[.!?]["'”’)]*\s*$/.test(word) ? ms + sentenceEndMs : ms;
}
