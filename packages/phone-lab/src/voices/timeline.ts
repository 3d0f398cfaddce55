import { samplesPerMs } from '../audio/mulaw.ts';
import type { Side, Speech } from '../speech/speech.ts';
import type { Voice } from './voices.ts';

/** A word of a channel and its place in the channel's sound, in samples. */
export interface TimelineWord {
  speech: Speech;
  text: string;
  at: number;
  samples: number;
  /** Recorded sound, which needs no voice. */
  sound: Buffer | null;
}

/** Words that are said in one breath. */
export interface Phrase {
  side: Side;
  voice: Voice;
  at: number;
  /** Until its last word is over, or was cut off. */
  end: number;
  /** How long all its words were going to take. */
  samples: number;
  text: string;
  words: TimelineWord[];
}

const sentenceEnd = /[.!?…]["'”’)]*\s*$/;
/** A longer pause between two words ends a phrase: the rest of a sentence may come late. */
const longestGap = 250 * samplesPerMs;
const longestText = 240;

/** What is said on a channel while it is recorded; the sound is made of it when the recording is over. */
export class Timeline {
  readonly #words: TimelineWord[] = [];
  readonly #cuts = new Map<Speech, number>();

  add(word: TimelineWord): void {
    this.#words.push(word);
  }

  /** Nothing of this speech is heard from here on; `rest` was going to follow, and the last word is said as if it did. */
  cut(speech: Speech, at: number, rest: readonly { text: string; samples: number }[] = []): void {
    this.#cuts.set(speech, at);
    const last = this.#words.findLast((word) => word.speech === speech);
    if (!last) return;
    let next = last.at + last.samples;
    for (const { text, samples } of rest) {
      this.add({ speech, text, at: next, samples, sound: null });
      next += samples;
    }
  }

  /** What is heard between two places, which a recording may begin or end in the middle of. */
  between(from: number, to: number): Phrase[] {
    const phrases: Phrase[] = [];
    const open = new Map<Speech, Phrase>();
    for (const word of this.#words) {
      const end = Math.min(word.at + word.samples, this.#cuts.get(word.speech) ?? Number.POSITIVE_INFINITY);
      const phrase = open.get(word.speech);
      if (phrase && continues(phrase, word)) {
        phrase.words.push(word);
        phrase.text += word.text;
        phrase.end = end;
        phrase.samples = word.at + word.samples - phrase.at;
        continue;
      }
      const begun = { ...startOf(word), end };
      open.set(word.speech, begun);
      phrases.push(begun);
    }
    return phrases.filter(({ at, end }) => end > at && end > from && at < to);
  }
}

function startOf(word: TimelineWord): Phrase {
  const { side, source } = word.speech;
  // What the application's side carries from another leg is a person who was called in.
  const voice = side === 'party' ? 'person' : source === 'carried' ? 'colleague' : 'agent';
  return { side, voice, at: word.at, end: 0, samples: word.samples, text: word.text, words: [word] };
}

function continues(phrase: Phrase, word: TimelineWord): boolean {
  const { text, at, samples, words } = phrase;
  return (
    !sentenceEnd.test(text) &&
    text.length + word.text.length <= longestText &&
    word.at - (at + samples) <= longestGap &&
    !word.sound === !words[0]?.sound
  );
}
