/** What can be heard of a text: its words, without the signs that only eyes see. */
export function words(text: string): string[] {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/[.,;:!?]+$/u, ''))
    .filter(Boolean);
}

/** Texts as one run of words, in which others are found one behind the other. */
export class WordStream {
  readonly #all: string;
  #from = 0;

  constructor(texts: readonly string[]) {
    this.#all = ` ${texts.flatMap(words).join(' ')} `;
  }

  /** Whether the text comes here, whole and behind what was taken before; takes it. */
  takes(text: string): boolean {
    const sought = words(text).join(' ');
    if (sought === '') return true;
    const found = this.#all.indexOf(` ${sought} `, this.#from);
    if (found < 0) return false;
    this.#from = found + sought.length + 1;
    return true;
  }

  /** Whether the text begins with all that is left here, and goes on where this ends; takes what is left. */
  runsOutIn(text: string): boolean {
    const left = this.#all.slice(this.#from).trimStart();
    if (!`${words(text).join(' ')} `.startsWith(left)) return false;
    this.#from = this.#all.length;
    return true;
  }
}
