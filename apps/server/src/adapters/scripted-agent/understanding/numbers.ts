import { normalizedWords } from './normalize.ts';

const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred'.split(
    ' ',
  );
const spoken = `(?:${words.join('|')})(?:[- ](?:${words.join('|')}))*`;
const number = new RegExp(
  `[$€£] ?\\d[\\d.,]*|\\d[\\d.,]*(?: ?(?:%|percent|dollars?|euros?|pounds?|stars?|points?|out of \\d+))?|\\b${spoken}(?: (?:percent|dollars?|euros?|pounds?|stars?|points?|out of (?:ten|five|\\d+)))?\\b`,
  'i',
);

/** The first number or amount in a text, as it was said; null if there is none. */
export function numberIn(text: string): string | null {
  const found = number
    .exec(normalizedWords(text))?.[0]
    .trim()
    .replace(/[.,]+$/, '');
  return found ? found : null;
}
