import { samplesPerMs } from '../audio/mulaw.ts';
import type { Clock } from '../clock.ts';
import { splitWords } from './words.ts';

export type Side = 'app' | 'party';
export type SpeechEnd = 'played' | 'cut';

export interface SpeechHooks {
  /** How long a word takes, in lab milliseconds. */
  pace(word: string): number;
  /** A word begins: calls `done` when it has been heard, after about `ms`. The returned function cancels it. */
  utter(speech: Speech, word: string, ms: number, done: () => void): () => void;
  /** A word has been heard completely. */
  onWord(speech: Speech, word: string): void;
  onEnd(speech: Speech, end: SpeechEnd): void;
}

/**
 * Text is spoken at the pace of a person. Sound is played elsewhere; only its words are added here. Carried speech is copied
 * from another channel, word by word as it is heard there.
 */
export type SpeechSource = 'text' | 'sound' | 'carried';

/** Something that is said on a channel, word by word. Text can be added while it is spoken. */
export class Speech {
  readonly side: Side;
  readonly source: SpeechSource;
  readonly startedAt: number;
  /** Settles when the last word was played, or when it was cut off. */
  readonly done: Promise<SpeechEnd>;
  /** Sound without decodable words: its words stand for the time it took. */
  wordless = false;
  readonly #clock: Clock;
  readonly #hooks: SpeechHooks;
  readonly #resolve: (end: SpeechEnd) => void;
  #sound: Buffer | null = null;
  #msPerWord: number | null = null;
  #waiting: string[] = [];
  #cutOff: string[] = [];
  #unsaid = 0;
  #heard = '';
  #wordsHeard = 0;
  #finished = false;
  #ended: SpeechEnd | null = null;
  #due = 0;
  #cancel: (() => void) | null = null;

  constructor(side: Side, clock: Clock, hooks: SpeechHooks, source: SpeechSource = 'text') {
    this.side = side;
    this.source = source;
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

  /** Whether it can be heard now: an open speech without words to play is silent. */
  get audible(): boolean {
    if (this.#ended !== null) return false;
    return this.source !== 'text' || this.#cancel !== null || this.#waiting.length > 0;
  }

  /** The words that have not been heard, beginning with the one that is being said. */
  get waiting(): readonly string[] {
    return this.#waiting;
  }

  /** The word that is being said, how long it takes, and how much of that is left, in lab milliseconds. */
  get word(): { readonly text: string; readonly ms: number; readonly leftMs: number } | null {
    const [text] = this.#waiting;
    if (text === undefined || this.#cancel === null) return null;
    const { speed } = this.#clock;
    const leftMs = Math.max(0, this.#due - this.#clock.now()) * speed;
    return { text, ms: this.#hooks.pace(text), leftMs };
  }

  /** The words that were not heard because it was cut, beginning with the one that was being said. */
  get cutOff(): readonly string[] {
    return this.#cutOff;
  }

  /** How many characters of it are still to be said. */
  get unsaid(): number {
    return this.#unsaid;
  }

  /** Lab milliseconds since it began. */
  get elapsedMs(): number {
    return Math.round((this.#clock.now() - this.startedAt) * this.#clock.speed);
  }

  /** Recorded sound that is played instead of the lab's own voice. */
  get sound(): Buffer | null {
    return this.#sound;
  }

  /** How long each word takes, where that differs from the pace of the channel. */
  get msPerWord(): number | null {
    return this.#msPerWord;
  }

  /** Plays recorded sound; its length is divided evenly among the words. */
  recorded(sound: Buffer, words: number): void {
    this.#sound = sound;
    this.#msPerWord = sound.length / samplesPerMs / Math.max(1, words);
  }

  append(text: string): void {
    if (this.#ended || this.#finished) return;
    for (const word of splitWords(text)) {
      this.#waiting.push(word);
      this.#unsaid += word.length;
    }
    this.#play();
  }

  /** Adds a word that was heard in sound played elsewhere. */
  hear(word: string): void {
    if (this.#ended) return;
    this.#heard += word;
    this.#wordsHeard += 1;
    this.#hooks.onWord(this, word);
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
    const word = this.#waiting[0];
    if (word === undefined) {
      if (this.#finished) this.#end('played');
      return;
    }
    // Due times lie on a fixed grid, so that late timers do not make a sentence longer at high speed.
    const now = this.#clock.now();
    const ms = this.#hooks.pace(word);
    const gap = ms / this.#clock.speed;
    if (this.#due < now - gap * 4) this.#due = now;
    this.#due += gap;
    this.#cancel = this.#hooks.utter(this, word, (this.#due - now) * this.#clock.speed, () => {
      this.#cancel = null;
      this.#waiting.shift();
      this.#unsaid -= word.length;
      this.hear(word);
      this.#play();
    });
  }

  #end(end: SpeechEnd): void {
    if (this.#ended) return;
    this.#ended = end;
    this.#cancel?.();
    this.#cancel = null;
    this.#cutOff = this.#waiting;
    this.#waiting = [];
    this.#unsaid = 0;
    this.#hooks.onEnd(this, end);
    this.#resolve(end);
  }
}
