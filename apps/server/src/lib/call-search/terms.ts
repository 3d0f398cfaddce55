import { nameKey, searchLimits } from '@parley/contract';
import { digitsOf, wordsOf } from './words.ts';

/** What a call has to have: all terms, each anywhere in it. */
export type Term =
  /** A word that begins so, or another form of it. */
  | { readonly kind: 'word'; readonly word: string }
  /** Words one after the other in one text. The last may be a beginning where the phrase is not closed. */
  | { readonly kind: 'phrase'; readonly words: readonly string[]; readonly open: boolean }
  /** Digits of the number, in any writing, or as they stand in a text. Any of the ways to read them fits. */
  | { readonly kind: 'digits'; readonly ways: readonly (readonly Term[])[] }
  /** A part of the number: these digits stand in it one after the other. */
  | { readonly kind: 'number'; readonly digits: string }
  /** The beginning of the id of the call, without hyphens. */
  | { readonly kind: 'id'; readonly digits: string };

/** Fewer digits are a time or a count rather than a part of a number. */
const numberDigitsMin = 3;
/** From so many digits on a zero at the beginning is that of the long-distance code, or 00. */
const wholeNumberDigits = 7;
const idDigitsMin = 8;

const numberLike = /^[+(]*\d[\d().\-‐‑‒–—/+]*$/u;
const idLike = /^[0-9a-f]{8}(?:-?[0-9a-f]{1,4}){0,6}[0-9a-f-]*$/;

/** The terms of what somebody has typed; none where it has no letter and no digit. */
export function termsOf(text: string): Term[] {
  const id = idTerm(text);
  if (id) return [id];
  const terms: Term[] = [];
  for (const piece of piecesOf(text)) {
    if (terms.length === searchLimits.termsMax) break;
    const term = piece.digits ? digitsTerm(piece.texts) : wordsTerm(piece.texts[0] ?? '', piece);
    if (term) terms.push(term);
  }
  return terms;
}

function idTerm(text: string): Term | null {
  const typed = text.trim().toLowerCase();
  const digits = typed.replaceAll('-', '');
  if (!idLike.test(typed) || digits.length < idDigitsMin || digits.length > 32) return null;
  // Digits alone are a phone number unless they are written as ids are.
  return /[a-f]/.test(digits) || /^[0-9]{8}-[0-9]{4}-?/.test(typed) ? { kind: 'id', digits } : null;
}

interface Piece {
  readonly texts: readonly string[];
  readonly quoted: boolean;
  readonly open: boolean;
  readonly digits: boolean;
}

/** Digits that follow each other belong together: a number may be written with spaces. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(/["“”„«»]([^"“”„«»]*)(["“”„«»]|$)|[^\s"“”„«»]+/gu)) {
    const quoted = match[1] !== undefined;
    const written = quoted ? (match[1] ?? '') : match[0];
    const digits = !quoted && numberLike.test(nameKey(written));
    const last = pieces.at(-1);
    if (digits && last?.digits) {
      pieces[pieces.length - 1] = { ...last, texts: [...last.texts, written] };
    } else {
      pieces.push({ texts: [written], quoted, open: quoted && match[2] === '', digits });
    }
  }
  return pieces;
}

function wordsTerm(text: string, { quoted, open }: Pick<Piece, 'quoted' | 'open'>): Term | null {
  const words = wordsOf(text).map(({ key }) => key);
  const [only] = words;
  if (only === undefined) return null;
  if (words.length === 1 && (!quoted || open)) return { kind: 'word', word: only };
  // `check-up` and `10:30` are words that stand together.
  return { kind: 'phrase', words, open: !quoted || open };
}

function digitsTerm(texts: readonly string[]): Term | null {
  const apart = texts.flatMap((text): Term[] => {
    const digits = digitsOf(nameKey(text));
    const asText = wordsTerm(text, { quoted: false, open: true });
    if (!asText) return [];
    const ways: Term[][] = [[asText]];
    if (digits.length >= numberDigitsMin) ways.push(...numberWays(digits));
    return [ways.length === 1 ? asText : { kind: 'digits', ways }];
  });
  if (texts.length === 1) return apart[0] ?? null;
  const together = digitsOf(nameKey(texts.join('')));
  const whole = wordsTerm(texts.join(' '), { quoted: false, open: true });
  const number = together.length >= numberDigitsMin ? numberWays(together) : [];
  const ways = [apart, ...(whole ? [[whole]] : []), ...number];
  return { kind: 'digits', ways: ways.filter((way) => way.length > 0) };
}

function numberWays(digits: string): Term[][] {
  const ways: Term[][] = [[{ kind: 'number', digits }]];
  const without = digits.replace(/^0+/, '');
  if (digits.length >= wholeNumberDigits && without !== digits && without.length >= numberDigitsMin) {
    ways.push([{ kind: 'number', digits: without }]);
  }
  return ways;
}
