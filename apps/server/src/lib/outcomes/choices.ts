import { foldedWords } from '../spoken-calendar.ts';

/** The choices that a text names in whole words. A longer one hides those inside it: "very satisfied" names one. */
export function choicesIn(text: string, choices: readonly string[]): string[] {
  let said = foldedWords(text);
  const named = choices
    .map((choice) => ({ choice, words: foldedWords(choice) }))
    .filter(({ words }) => words !== '')
    .toSorted((one, other) => other.words.length - one.words.length)
    .filter(({ words }) => {
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(words)}(?![\\p{L}\\p{N}])`, 'gu');
      const is = pattern.test(said);
      said = said.replace(pattern, (found) => ' '.repeat(found.length));
      return is;
    });
  return choices.filter((choice) => named.some((one) => one.choice === choice));
}
