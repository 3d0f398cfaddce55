import { foldedWords, monthNames, weekdayNames } from '../spoken-calendar.ts';

const numberWords =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand';
const checked: ReadonlySet<string> = new Set([
  ...Object.keys(weekdayNames),
  ...Object.keys(monthNames).filter((name) => name !== 'may' && name !== 'mai'),
  ...'today tomorrow tonight yesterday'.split(' '),
  ...numberWords.split(' '),
]);

/** Whether every number, day and month of a sentence was said on the call. A sentence that adds one is invented. */
export function isSupported(sentence: string, transcript: readonly { readonly message: string }[]): boolean {
  const said = new Set(wordsIn(transcript.map(({ message }) => message).join(' ')));
  return wordsIn(sentence).every((word) => said.has(word) || !(checked.has(word) || /\d/.test(word)));
}

function wordsIn(text: string): string[] {
  return foldedWords(text).match(/\d+|\p{L}+/gu) ?? [];
}
