import { sentencesIn } from '../sentences.ts';

/** A stretch of a text. */
export interface Quotation {
  readonly start: number;
  readonly end: number;
}

/** Speech as it is compared: one line, one form of each letter and of each quotation mark. Nothing else may differ. */
export function plainSpeech(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Where the quotation stands word for word in plain speech; null where it does not. */
export function findQuotation(message: string, quotation: string): Quotation | null {
  const quote = plainSpeech(quotation).replace(/^"(.*)"$/, '$1');
  if (!/[\p{L}\p{N}]/u.test(quote)) return null;
  for (let start = message.indexOf(quote); start >= 0; start = message.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    if (!splitsWord(message, start) && !splitsWord(message, end)) return { start, end };
  }
  return null;
}

const inWord = /^[\p{L}\p{M}\p{N}]$/u;

/** "no" does not stand in "nothing", and "5" not in "50". */
function splitsWord(text: string, at: number): boolean {
  const before = text.slice(0, at).at(-1) ?? '';
  const after = text.slice(at).at(0) ?? '';
  if (inWord.test(before) && inWord.test(after)) return true;
  // "can" is no quotation of "can't", nor "1" of "1.5".
  return (
    (inWord.test(before) && /^['.,:-][\p{L}\p{N}]/u.test(text.slice(at))) ||
    (inWord.test(after) && /[\p{L}\p{N}]['.,:-]$/u.test(text.slice(0, at)))
  );
}

/** The whole sentences in which a quotation stands, and the others of the message. */
export function sentencesAround(
  message: string,
  { start, end }: Quotation,
): { readonly own: string; readonly others: readonly string[] } {
  const own: string[] = [];
  const others: string[] = [];
  let at = 0;
  for (const sentence of sentencesIn(message)) {
    const from = Math.max(message.indexOf(sentence, at), at);
    at = from + sentence.length;
    (from < end && start < at ? own : others).push(sentence);
  }
  return { own: own.join(' '), others };
}
