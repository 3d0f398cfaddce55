import { listItemsIn } from './lists.ts';

const abbreviations =
  /(?:\b(?:dr|mr|mrs|ms|mx|prof|lt|sgt|capt|col|rev|hr|fr|st|\p{L}*str|ave|no|nr|ca|bzw|incl|approx|etc|vs|tel|ext|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|e\.g|i\.e)|\b\p{Lu})\.$/iu;
const halfDay = /\b[ap]\.m\.$/i;
const calendarWord =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun|january|february|march|april|may|june|july|august|september|october|november|december|and|or|to|on|with|at|in|for)/i;

const monthName = /^(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|mär)\p{L}*/iu;

/** Splits an instruction text into sentences and lines, without bullets and numbering. */
export function sentencesOf(text: string): string[] {
  return linesOf(text)
    .flatMap(listItemsIn)
    .flatMap(splitLine)
    .map((piece) => piece.replace(/^(?:[-*•–—>]+|\(?\d{1,2}[.)]|\(?[a-h]\))\s+/i, '').trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

/** Markdown headings such as "## Goal"; they are removed. */
const heading = /^\s*#{1,6}\s+[^.?!]{1,60}$/;

/** The lines of a text; a line that begins with a lower-case letter continues the one before it. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (heading.test(raw)) continue;
    const line = raw
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replace(/[*_#]{1,3}/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const last = lines.at(-1);
    if (last && /^\p{Ll}/u.test(line) && !/[.?!:;]$/.test(last)) lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line);
  }
  return lines;
}

/** Splits after punctuation marks, but not inside quotation marks and not after abbreviations. */
function splitLine(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (/["“”]/.test(character)) quoted = character === '“' ? true : character === '”' ? false : !quoted;
    const closes = /["”]/.test(character) && !quoted && /[.?!]/.test(line[index - 1] ?? '');
    if (quoted || !(closes || /[.?!;]/.test(character))) continue;
    const end = index + 1;
    const next = line.slice(end).trimStart();
    if (next !== '' && !/\s/.test(line[end] ?? '')) continue;
    if (!endsHere(line.slice(start, end), next)) continue;
    pieces.push(line.slice(start, end).trim());
    start = end;
  }
  const rest = line.slice(start).trim();
  return rest === '' ? pieces : [...pieces, rest];
}

function endsHere(piece: string, next: string): boolean {
  if (halfDay.test(piece)) return next === '' || (/^["“\p{Lu}]/u.test(next) && !calendarWord.test(next));
  if (abbreviations.test(piece)) return next === '';
  // A full stop after a number in a date does not end the sentence: "on 14. March", "am 14.03. um drei".
  if (/\b\d{1,2}\.$/.test(piece) && /^(?:\p{Ll}|\d)/u.test(next)) return false;
  if (/\b\d{1,2}\.$/.test(piece) && monthName.test(next)) return false;
  // A number at the start of a line belongs to the text after it: "1. Ask this".
  return !/^\d{1,2}\.$/.test(piece.trim());
}

/** The start of the sentence that contains a position, and the start of the sentence before it. */
export function sentenceAround(
  text: string,
  at: number,
): { readonly start: number; readonly before: number } {
  const ends = [
    ...text
      .slice(0, at)
      .matchAll(/(?<!\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|Lt|Sgt|Capt|Col|Rev|St|\p{Lu}))[.!?;\n]\s+/gu),
  ].map((end) => end.index + end[0].length);
  return { start: ends.at(-1) ?? 0, before: ends.at(-2) ?? 0 };
}
