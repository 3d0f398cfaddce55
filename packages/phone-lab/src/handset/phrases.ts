import type { Speech } from '../speech/speech.ts';

const sentenceEnd = /[.!?…]["'”’)]*\s*$/;
const clauseEnd = /[,;:]\s*$/;

/**
 * What is about to be said, sentence by sentence, for a page that speaks it. A sentence is told when its first word begins, if
 * it is known completely by then; otherwise as soon as a sentence or a clause of it is.
 */
export class Phrases {
  readonly #speech: Speech;
  /** Words that have been heard and belong to no phrase yet. */
  #heard: string[] = [];
  /** How many words were told. */
  #told = 0;

  constructor(speech: Speech) {
    this.#speech = speech;
  }

  /** A word was heard. */
  hear(word: string): void {
    if (this.#speech.wordsHeard > this.#told) this.#heard.push(word);
  }

  /** The phrase that begins now; null where there is none, or where it is not known yet. */
  next(): string | null {
    const { wordsHeard, waiting } = this.#speech;
    // The one before has not been heard to its end.
    if (this.#told > wordsHeard) return null;
    const words = [...this.#heard, ...waiting];
    const sentence = words.findIndex((word) => sentenceEnd.test(word));
    const end =
      sentence >= 0 || this.#heard.length === 0 ? sentence : words.findIndex((word) => clauseEnd.test(word));
    return end < 0 ? null : this.#take(words.slice(0, end + 1));
  }

  /** What was heard and not told, once nothing more follows. */
  rest(): string | null {
    return this.#heard.length === 0 ? null : this.#take(this.#heard);
  }

  #take(words: string[]): string {
    this.#told += words.length;
    this.#heard = [];
    return words.join('').trim();
  }
}
