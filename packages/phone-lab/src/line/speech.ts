import type { Clock } from '../clock.ts';
import { msPerWord, splitWords } from './words.ts';

export type Side = 'app' | 'party';
export type SpeechEnd = 'played' | 'cut';

export interface SpeechHooks {
  onWord(speech: Speech, word: string): void;
  onEnd(speech: Speech, end: SpeechEnd): void;
}

/** Something being said on a line, word by word, at the pace of a person. Text may be added while it is spoken. */
export class Speech {
  readonly side: Side;
  readonly startedAt: number;
  /** Settles when the last word was played, or when it was cut off. */
  readonly done: Promise<SpeechEnd>;
  readonly #clock: Clock;
  readonly #hooks: SpeechHooks;
  readonly #resolve: (end: SpeechEnd) => void;
  #waiting: string[] = [];
  #heard = '';
  #wordsHeard = 0;
  #finished = false;
  #ended: SpeechEnd | null = null;
  #due = 0;
  #cancel: (() => void) | null = null;

  constructor(side: Side, clock: Clock, hooks: SpeechHooks) {
    this.side = side;
    this.startedAt = clock.now();
    this.#clock = clock;
    this.#hooks = hooks;
    const { promise, resolve } = Promise.withResolvers<SpeechEnd>();
    this.done = promise;
    this.#resolve = resolve;
  }

  get heard(): string {
    return this.#heard;
  }

  get wordsHeard(): number {
    return this.#wordsHeard;
  }

  get ended(): SpeechEnd | null {
    return this.#ended;
  }

  /** Whether anything can be heard of it right now: an open speech without words to play is silence. */
  get audible(): boolean {
    return this.#ended === null && (this.#cancel !== null || this.#waiting.length > 0);
  }

  /** Lab milliseconds since it began. */
  get elapsedMs(): number {
    return Math.round((this.#clock.now() - this.startedAt) * this.#clock.speed);
  }

  append(text: string): void {
    if (this.#ended || this.#finished) return;
    this.#waiting.push(...splitWords(text));
    this.#play();
  }

  /** No more text will come; it ends with the last word. */
  finish(): void {
    this.#finished = true;
    this.#play();
  }

  cut(): void {
    this.#end('cut');
  }

  #play(): void {
    if (this.#ended || this.#cancel) return;
    if (this.#waiting.length === 0) {
      if (this.#finished) this.#end('played');
      return;
    }
    // Words are due on a grid, so that late timers do not stretch a sentence at high speed.
    const now = this.#clock.now();
    const gap = msPerWord / this.#clock.speed;
    if (this.#due < now - gap * 4) this.#due = now;
    this.#due += gap;
    this.#cancel = this.#clock.after((this.#due - now) * this.#clock.speed, () => {
      this.#cancel = null;
      const word = this.#waiting.shift() ?? '';
      this.#heard += word;
      this.#wordsHeard += 1;
      this.#hooks.onWord(this, word);
      this.#play();
    });
  }

  #end(end: SpeechEnd): void {
    if (this.#ended) return;
    this.#ended = end;
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting = [];
    this.#hooks.onEnd(this, end);
    this.#resolve(end);
  }
}
