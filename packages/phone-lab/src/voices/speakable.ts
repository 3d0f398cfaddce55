import { printable } from '../audio/voice.ts';

/** More is rendered in several pieces. */
const longestPiece = 300;

/** The text in characters that the English voices can say; empty where nothing of it can be said. */
export function speakable(text: string): string {
  const ascii = text
    .replace(/[^\p{L}\p{N}\p{M}\p{P}\p{S}]/gu, ' ')
    .replaceAll('ß', 'ss')
    // What cannot be written in ASCII becomes a question mark, which would make a question of the sentence.
    .split('?')
    .map((part) => printable(part).replaceAll('?', ' '))
    .join('?')
    .replace(/ +/g, ' ')
    .trim();
  return /[a-z0-9]/i.test(ascii) ? ascii : '';
}

/** Whether there is something to say at all, in any writing. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Pieces of at most 300 characters, divided at spaces where there are some. */
export function piecesOf(words: string): string[] {
  const pieces: string[] = [];
  for (let rest = words; rest !== ''; ) {
    const space = rest.length > longestPiece ? rest.lastIndexOf(' ', longestPiece) : rest.length;
    const end = space > 0 ? space : longestPiece;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return pieces;
}
