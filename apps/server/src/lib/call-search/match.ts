import type { CallHit, HitPlace } from '@parley/contract';
import type { Term } from './terms.ts';
import { digitsOf, type Word, wordsOf } from './words.ts';

/** A text of a call in which words are searched for. */
export interface SearchedText {
  readonly where: HitPlace;
  readonly text: string;
  readonly ordinal?: number;
}

/** Whether two words are forms of one. */
export type SameWord = (written: string, wanted: string) => boolean;

interface Span {
  readonly at: number;
  readonly end: number;
}

interface ReadText extends SearchedText {
  readonly words: readonly Word[];
}

/** The most telling of two texts with the same terms. */
const order: readonly HitPlace[] = ['transcript', 'summary', 'instructions', 'note', 'name', 'number', 'id'];

/** Where a call has what is searched for; null: it lacks a term. Text and terms decide alone, whatever an index says. */
export function matchCall(
  terms: readonly Term[],
  texts: readonly SearchedText[],
  same: SameWord,
): CallHit | null {
  const read = texts.map((text): ReadText => ({ ...text, words: wordsOf(text.text) }));
  const spans = new Map<ReadText, Span[]>();
  const counts = new Map<ReadText, number>();
  for (const term of terms) {
    const found = placesOf(term, read, same);
    if (found.size === 0) return null;
    for (const [text, places] of found) {
      spans.set(text, [...(spans.get(text) ?? []), ...places]);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const best = [...read].sort(
    (a, b) =>
      (counts.get(b) ?? 0) - (counts.get(a) ?? 0) ||
      order.indexOf(a.where) - order.indexOf(b.where) ||
      (a.ordinal ?? 0) - (b.ordinal ?? 0),
  )[0];
  if (!best || !counts.get(best)) return null;
  return {
    where: best.where,
    ...(best.ordinal !== undefined && { ordinal: best.ordinal }),
    parts: partsOf(best.text, spans.get(best) ?? []),
  };
}

type Places = ReadonlyMap<ReadText, readonly Span[]>;

/** Where a term stands, by text; nowhere: empty. Digits that were typed apart may stand in different texts. */
function placesOf(term: Term, texts: readonly ReadText[], same: SameWord): Places {
  const places = new Map<ReadText, readonly Span[]>();
  if (term.kind !== 'digits') {
    for (const text of texts) {
      const found = spansOf(term, text, same);
      if (found.length > 0) places.set(text, found);
    }
    return places;
  }
  for (const way of term.ways) {
    const parts = way.map((part) => placesOf(part, texts, same));
    if (parts.some(({ size }) => size === 0)) continue;
    for (const [text, found] of parts.flatMap((part) => [...part])) {
      places.set(text, [...(places.get(text) ?? []), ...found]);
    }
  }
  return places;
}

function spansOf(term: Exclude<Term, { kind: 'digits' }>, text: ReadText, same: SameWord): readonly Span[] {
  const isText = text.where !== 'number' && text.where !== 'id';
  switch (term.kind) {
    case 'word':
      if (!isText) return [];
      return text.words.filter(({ key }) => key.startsWith(term.word) || same(key, term.word));
    case 'phrase':
      return isText ? phrasesIn(term, text.words) : [];
    case 'number':
      return text.where === 'number' ? digitsIn(text.text, term.digits) : [];
    case 'id':
      return text.where === 'id' && text.text.replaceAll('-', '').startsWith(term.digits)
        ? [{ at: 0, end: text.text.length }]
        : [];
  }
}

function phrasesIn({ words, open }: Extract<Term, { kind: 'phrase' }>, text: readonly Word[]): Span[] {
  const found: Span[] = [];
  for (let start = 0; start + words.length <= text.length; start += 1) {
    const fits = words.every((word, n) => {
      const key = text[start + n]?.key ?? '';
      return open && n === words.length - 1 ? key.startsWith(word) : key === word;
    });
    const [first, last] = [text[start], text[start + words.length - 1]];
    if (fits && first && last) found.push({ at: first.at, end: last.end });
  }
  return found;
}

/** Digits in a number, whatever stands between them. */
function digitsIn(number: string, digits: string): Span[] {
  const places = [...number.matchAll(/\d/g)].map(({ index }) => index);
  const at = digitsOf(number).indexOf(digits);
  const [first, last] = [places[at], places[at + digits.length - 1]];
  return at < 0 || first === undefined || last === undefined ? [] : [{ at: first, end: last + 1 }];
}

/** Longer texts are cut around what is marked. */
const shownMax = 240;
const shownBefore = 80;

function partsOf(text: string, found: readonly Span[]): CallHit['parts'] {
  const spans = joined(found);
  const first = spans[0]?.at ?? 0;
  const from = text.length <= shownMax ? 0 : wordStart(text, Math.max(0, first - shownBefore));
  const until = text.length <= shownMax ? text.length : wordEnd(text, Math.min(text.length, from + shownMax));
  const parts: { text: string; marked: boolean }[] = [];
  const add = (at: number, end: number, marked: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), marked });
  };
  if (from > 0) parts.push({ text: '…', marked: false });
  let at = from;
  for (const span of spans) {
    if (span.at >= until) break;
    add(at, span.at, false);
    add(span.at, span.end, true);
    at = span.end;
  }
  add(at, Math.max(at, until), false);
  if (Math.max(at, until) < text.length) parts.push({ text: '…', marked: false });
  return parts;
}

function joined(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.at - b.at || b.end - a.end);
  const result: Span[] = [];
  for (const { at, end } of sorted) {
    const last = result.at(-1);
    if (last && at <= last.end) result[result.length - 1] = { at: last.at, end: Math.max(last.end, end) };
    else result.push({ at, end });
  }
  return result;
}

/** Not in the middle of a word, and so not of a character. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + shownBefore).search(/\s/);
  return space < 0 ? at : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space > at - shownBefore ? space : at;
}
