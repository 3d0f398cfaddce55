/** A longer text without a space is released as it is: not every language separates words by spaces. */
const longestTail = 24;

/** Joins streamed tokens into whole words; a model may split a word anywhere. */
export class TokenFeed {
  #tail = '';

  /** Text that can be spoken now. */
  add(token: string): string {
    const text = this.#tail + token;
    const end = /\s\S*$/.exec(text);
    const cut = end ? end.index + 1 : text.length > longestTail ? text.length : 0;
    this.#tail = text.slice(cut);
    return text.slice(0, cut);
  }

  /** What is left at the end of a talk cycle. */
  flush(): string {
    const tail = this.#tail;
    this.#tail = '';
    return tail;
  }

  get pending(): boolean {
    return this.#tail !== '';
  }
}
