import type { Clock } from '../clock.ts';
import { type Side, Speech, type SpeechEnd, type SpeechSource } from './speech.ts';
import { msPerWord, splitWords } from './words.ts';

export type ChannelEvent =
  | { type: 'started'; speech: Speech }
  | { type: 'word'; speech: Speech; word: string }
  | { type: 'ended'; speech: Speech; end: SpeechEnd }
  | { type: 'digit'; side: Side; digit: string }
  | { type: 'closed' };

export type ChannelListener = (event: ChannelEvent) => void;

/** Makes sound of what is said, while a stream or a recording needs it. */
export interface SoundMaker {
  /** How long a word takes, or null for the usual pace. */
  pace(word: string): number | null;
  /** Plays a word and calls `done` when it has been heard; null when no sound is needed. */
  sound(speech: Speech, word: string, done: () => void): (() => void) | null;
  /** The channel is about to close: reports everything heard so far. */
  closing(): void;
}

/** Carries speech and key presses of one leg between the application and the other party. */
export class VoiceChannel {
  readonly clock: Clock;
  soundMaker: SoundMaker | null = null;
  /** The language in which the application speaks, as it says. */
  language = 'en-US';
  readonly #listeners = new Set<ChannelListener>();
  readonly #speaking = new Set<Speech>();
  #closed = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** What `side` is saying now, if anything. */
  speaking(side: Side): Speech | null {
    for (const speech of this.#speaking) if (speech.side === side) return speech;
    return null;
  }

  /** All that is being said now. */
  get speeches(): Iterable<Speech> {
    return this.#speaking;
  }

  listen(listener: ChannelListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts a speech; its text is added by the caller of this method. */
  open(side: Side, source: SpeechSource = 'text'): Speech {
    const speech: Speech = new Speech(
      side,
      this.clock,
      {
        pace: (word) => speech.msPerWord ?? this.soundMaker?.pace(word) ?? msPerWord,
        utter: (_, word, ms, done) =>
          this.soundMaker?.sound(speech, word, done) ?? this.clock.after(ms, done),
        onWord: (_, word) => this.#emit({ type: 'word', speech, word }),
        onEnd: (_, end) => {
          this.#speaking.delete(speech);
          this.#emit({ type: 'ended', speech, end });
        },
      },
      source,
    );
    this.#speaking.add(speech);
    this.#emit({ type: 'started', speech });
    if (this.#closed) speech.cut();
    return speech;
  }

  /** Says a text, with recorded sound where it is given. */
  say(side: Side, text: string, sound: Buffer | null = null): Speech {
    const speech = this.open(side);
    if (sound) speech.recorded(sound, splitWords(text).length);
    speech.append(text);
    speech.finish();
    return speech;
  }

  /** Adds a word of a speech that is copied from another channel. */
  carry(speech: Speech, word: string): void {
    this.soundMaker?.sound(speech, word, () => {});
    speech.hear(word);
  }

  press(side: Side, digit: string): void {
    if (!this.#closed) this.#emit({ type: 'digit', side, digit });
  }

  /** The leg ended: everything that is being said is cut. */
  close(): void {
    if (this.#closed) return;
    this.soundMaker?.closing();
    this.#closed = true;
    for (const speech of [...this.#speaking]) speech.cut();
    this.#emit({ type: 'closed' });
    this.#listeners.clear();
  }

  #emit(event: ChannelEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
