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

/** The same for what was sent in consecutive sessions: an entry belongs to one of them, and none to an earlier one. */
export class SentTexts {
  readonly #sessions: readonly WordMatcher[];
  #current = 0;

  constructor(texts: readonly string[]) {
    this.#sessions = texts.map((text) => new WordMatcher([text]));
  }

  match(text: string): boolean {
    return this.#find((session) => session.match(text));
  }

  matchRest(text: string): boolean {
    return this.#find((session) => session.matchRest(text));
  }

  #find(matches: (session: WordMatcher) => boolean): boolean {
    const found = this.#sessions.findIndex((session, index) => index >= this.#current && matches(session));
    if (found < 0) return false;
    this.#current = found;
    return true;
  }
}
