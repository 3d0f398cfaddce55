/** The words of a text, without punctuation and control characters, which cannot be heard. */
export function words(text: string): string[] {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/[.,;:!?]+$/u, ''))
    .filter(Boolean);
}

/** Finds texts in a sequence of words, each behind the one found before. */
export class WordMatcher {
  readonly #all: string;
  #from = 0;

  constructor(texts: readonly string[]) {
    this.#all = ` ${texts.flatMap(words).join(' ')} `;
  }

  /** Whether the whole text follows, behind what was matched before; the next match starts behind it. */
  match(text: string): boolean {
    const sought = words(text).join(' ');
    if (sought === '') return true;
    const found = this.#all.indexOf(` ${sought} `, this.#from);
    if (found < 0) return false;
    this.#from = found + sought.length + 1;
    return true;
  }

  /** Whether the text begins with all the remaining words; the matcher is at its end then. */
  matchRest(text: string): boolean {
    const left = this.#all.slice(this.#from).trimStart();
    if (!`${words(text).join(' ')} `.startsWith(left)) return false;
    this.#from = this.#all.length;
    return true;
  }
}

/** The same for what was sent in the consecutive sessions of a call, one session at a time. */
export class SentTexts {
  readonly #texts: readonly string[];
  #session = 0;
  #matcher: WordMatcher;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#matcher = new WordMatcher(texts.slice(0, 1));
  }

  match(text: string): boolean {
    return this.#matcher.match(text);
  }

  matchRest(text: string): boolean {
    return this.#matcher.matchRest(text);
  }

  /** Whether the text was sent in this session, wherever the match stands. A single word is no proof of that. */
  wasSent(text: string): boolean {
    if (words(text).length === 1) return false;
    return new WordMatcher(this.#texts.slice(this.#session, this.#session + 1)).match(text);
  }

  /** What follows belongs to the next session. */
  nextSession(): void {
    if (this.#session + 1 >= this.#texts.length) return;
    this.#session += 1;
    this.#matcher = new WordMatcher(this.#texts.slice(this.#session, this.#session + 1));
  }

  /** A session that was lost before it said a word has the note of its cut beside the one before it. */
  passSilentSession(): void {
    if (words(this.#texts[this.#session] ?? '').length === 0) this.nextSession();
  }
}
