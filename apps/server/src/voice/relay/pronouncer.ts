import type { PronunciationRules } from '@parley/contract';
import { firstVisible, visibleCharacters } from '../session/heard.ts';

/** A part of an item: what the transcript has, and what the carrier was given to speak. */
interface Piece {
  readonly itemId: string;
  readonly source: string;
  readonly spoken: string;
}

/** A report of the carrier may reach back into earlier items, but not further than these. */
const mostItems = 12;
const letter = /[\p{L}\p{N}]/u;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

/**
 * Replaces words on their way to the carrier, and translates back what the carrier reports, so that the session and the
 * transcript know nothing of it. Text comes in tokens that may end within a word: the end of a token that may be the
 * beginning of a listed word waits for the next token, everything else is passed on at once.
 */
export class Pronouncer {
  readonly #rules: PronunciationRules;
  #pieces: Piece[] = [];
  #items: string[] = [];
  #held = '';
  #item: string | null = null;
  /** The last character that was passed on: a word begins only where no letter stands before it. */
  #before = '';

  constructor(rules: PronunciationRules) {
    this.#rules = rules;
  }

  /** The item whose end is held back; null when nothing is. */
  get heldItem(): string | null {
    return this.#held === '' ? null : this.#item;
  }

  /** What is to be spoken now. */
  push(itemId: string, text: string, last: boolean): string {
    if (itemId !== this.#item) this.#begin(itemId);
    const whole = this.#held + text;
    const cut = last ? whole.length : this.#cutOf(whole);
    this.#held = whole.slice(cut);
    return this.#pass(itemId, whole.slice(0, cut), whole.slice(cut));
  }

  /** The rest of an item of which no more text comes. */
  flush(): string {
    return this.#item === null ? '' : this.push(this.#item, '', true);
  }

  /** The other party interrupted: what is held back is not spoken. */
  drop(): void {
    this.#held = '';
  }

  /** What was passed on of an item, from this character of its speech on, is an item of its own; answers with its text. */
  adopt({
    itemId,
    of,
    from,
  }: {
    readonly itemId: string;
    readonly of: string;
    readonly from: number;
  }): string {
    let left = from;
    const own: Piece[] = [];
    for (const piece of this.#pieces.filter((each) => each.itemId === of)) {
      const cut = left === 0 ? 0 : firstVisible(piece.spoken, left).length;
      left -= Math.min(left, visibleCharacters(piece.spoken));
      if (cut >= piece.spoken.length) continue;
      // No token begins within a replaced word.
      const isPlain = piece.source === piece.spoken;
      own.push({
        itemId,
        source: isPlain ? piece.source.slice(cut) : piece.source,
        spoken: piece.spoken.slice(cut),
      });
    }
    this.#items = [...this.#items, itemId].slice(-mostItems);
    this.#pieces.push(...own);
    return own.map(({ source }) => source).join('');
  }

  /** How many visible characters of the item's text these visible characters of its speech are; whole words only. */
  sourceCharacters(itemId: string, spokenCharacters: number): number {
    let left = spokenCharacters;
    let source = 0;
    for (const piece of this.#pieces) {
      if (piece.itemId !== itemId) continue;
      const spoken = visibleCharacters(piece.spoken);
      if (left >= spoken) source += visibleCharacters(piece.source);
      else return piece.source === piece.spoken ? source + left : source;
      left -= spoken;
    }
    return source;
  }

  /** What the carrier reports as heard, in the words of the text. */
  sourceOf(reported: string): string {
    const { letters, places } = this.#spokenLetters();
    const wanted = lettersOf(reported);
    const start = wanted === '' ? -1 : letters.lastIndexOf(wanted);
    if (start < 0) return reported;
    const from = places[start];
    const to = places[start + wanted.length - 1];
    if (!from || !to) return reported;
    return this.#pieces
      .slice(from.piece, to.piece + 1)
      .map(({ source, spoken }, index) => {
        const isFirst = index === 0;
        const isLast = index === to.piece - from.piece;
        if (source === spoken) return source.slice(isFirst ? from.at : 0, isLast ? to.at + 1 : undefined);
        // Of a replaced word that was cut, nothing counts as heard.
        return isLast && lettersOf(spoken.slice(to.at + 1)) !== '' ? '' : source;
      })
      .join('')
      .trim();
  }

  #begin(itemId: string): void {
    this.#item = itemId;
    this.#before = '';
    this.#items = [...this.#items.filter((item) => item !== itemId), itemId].slice(-mostItems);
    this.#pieces = this.#pieces.filter((piece) => this.#items.includes(piece.itemId));
  }

  /** Where the text can be cut without cutting a listed word. */
  #cutOf(text: string): number {
    const first = Math.max(0, text.length - this.#rules.longest);
    for (let at = first; at < text.length; at += 1) {
      const before = at === 0 ? this.#before : (text[at - 1] ?? '');
      if (!wordCharacter.test(before) && this.#rules.isBeginning(text.slice(at))) return at;
    }
    return text.length;
  }

  #pass(itemId: string, text: string, after: string): string {
    const before = this.#before;
    const searched = before + text + after.slice(0, 1);
    let spoken = '';
    let from = before.length;
    const add = (source: string, said: string) => {
      if (source !== '') this.#add({ itemId, source, spoken: said });
      spoken += said;
    };
    for (const match of searched.matchAll(this.#rules.pattern)) {
      const [word] = match;
      if (match.index < from || match.index + word.length > before.length + text.length) continue;
      const plain = searched.slice(from, match.index);
      add(plain, plain);
      add(word, this.#rules.say(word));
      from = match.index + word.length;
    }
    const rest = searched.slice(from, before.length + text.length);
    add(rest, rest);
    this.#before = text === '' ? before : text.slice(-1);
    return spoken;
  }

  /** Text without a replaced word is one piece, however many tokens it came in. */
  #add(piece: Piece): void {
    const last = this.#pieces.at(-1);
    const isPlain = ({ source, spoken }: Piece) => source === spoken;
    if (last && last.itemId === piece.itemId && isPlain(last) && isPlain(piece)) {
      const text = last.source + piece.source;
      this.#pieces[this.#pieces.length - 1] = { itemId: piece.itemId, source: text, spoken: text };
    } else this.#pieces.push(piece);
  }

  #spokenLetters(): { letters: string; places: { piece: number; at: number }[] } {
    const places: { piece: number; at: number }[] = [];
    let letters = '';
    this.#pieces.forEach(({ spoken }, piece) => {
      for (let at = 0; at < spoken.length; at += 1) {
        const character = spoken[at] ?? '';
        if (!letter.test(character)) continue;
        letters += character.toLowerCase();
        while (places.length < letters.length) places.push({ piece, at });
      }
    });
    return { letters, places };
  }
}

function lettersOf(text: string): string {
  return [...text]
    .filter((character) => letter.test(character))
    .join('')
    .toLowerCase();
}
