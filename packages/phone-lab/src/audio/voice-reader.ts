import { audibleFrom, loudness, samplesPerMs } from './mulaw.ts';
import { samplesPerCharacter } from './voice.ts';

export interface ReaderHooks {
  /** A word of the lab's own voice, with the space after it. */
  onWord(word: string): void;
  /** Sound that carries no words: a real voice, music, noise. Told about as often as words would come. */
  onNoise(): void;
}

/** Of a character that was cut, this much is enough to know it. */
const leastOfCharacter = samplesPerCharacter / 3;
/** Silence this long is a space between words. */
const spaceSamples = samplesPerCharacter / 2;
const lateSamples = 250 * samplesPerMs;
const noisePerWord = 385 * samplesPerMs;
const firstNoise = 100 * samplesPerMs;
/** A voice goes through zero after so many samples, be it the lab's or another's that carries words: 100 to 670 Hz. */
const shortestSwing = 6;
const longestSwing = 40;
/** The same character so often in a row is a steady tone, and so is a word of one letter alone. */
const mostOfOne = 12;
const oneLetter = /^([a-z])\1{3,}$/i;

/** Reads the words out of what is played, as it is played. Words it cannot read are noise. */
export class VoiceReader {
  readonly #hooks: ReaderHooks;
  #level = 0;
  #count = 0;
  /** How often the wave went through zero in the sound of one level, and on which side it is. */
  #turns = 0;
  #sign = 0;
  /** This level has been found to be a tone; so is all that follows at it. */
  #isTone = false;
  #word = '';
  #noise = 0;
  #untilNoise = firstNoise;
  /** Samples of silence since the last sound; endless before the first. */
  #quiet = Number.POSITIVE_INFINITY;
  #space = 0;

  constructor(hooks: ReaderHooks) {
    this.#hooks = hooks;
  }

  get quietMs(): number {
    return this.#quiet / samplesPerMs;
  }

  read(bytes: Buffer): void {
    for (const byte of bytes) {
      const level = loudness(byte);
      if (level < audibleFrom) {
        this.#quiet += 1;
        if (++this.#space === spaceSamples) this.#endWord();
        continue;
      }
      this.#quiet = 0;
      this.#space = 0;
      if (level !== this.#level) this.#change(level);
      const sign = byte & 0x80;
      if (this.#count > 0 && sign !== this.#sign) this.#turns += 1;
      this.#sign = sign;
      this.#count += 1;
      // A tone may last: it is told of while it sounds.
      if (this.#count % samplesPerCharacter === 0 && this.#isSteady()) this.#close();
    }
  }

  /** Nothing came. For a short while that is a late packet in the middle of a word, not the end of it. */
  miss(samples: number): void {
    const before = this.#quiet;
    this.#quiet += samples;
    if (before < lateSamples && this.#quiet >= lateSamples) this.#endWord();
  }

  /** Nothing more will be heard of this: what there is of the last word counts. */
  flush(): void {
    this.#endWord();
    this.#noise = 0;
    this.#untilNoise = firstNoise;
    this.#quiet = Number.POSITIVE_INFINITY;
  }

  #change(level: number): void {
    this.#close();
    this.#level = level;
    this.#isTone = false;
  }

  /** Whether what sounds is no character: it lasts too long for one, or does not swing as the voice does. */
  #isSteady(): boolean {
    const swing = this.#count / Math.max(1, this.#turns);
    const isVoice = swing >= shortestSwing && swing <= longestSwing;
    if (!isVoice || this.#count > mostOfOne * samplesPerCharacter) this.#isTone = true;
    return this.#isTone;
  }

  /** The sound changes: what lasted long enough was a character. */
  #close(): void {
    const [level, count] = [this.#level, this.#count];
    const isCharacter = count >= leastOfCharacter && level < 0x7f && !this.#isSteady();
    this.#count = 0;
    this.#turns = 0;
    if (isCharacter) {
      const times = Math.max(1, Math.round(count / samplesPerCharacter));
      this.#word += String.fromCharCode(level).repeat(times);
      return;
    }
    this.#makeNoise(count);
  }

  #endWord(): void {
    this.#change(0);
    const word = this.#word;
    this.#word = '';
    if (oneLetter.test(word)) this.#makeNoise(word.length * samplesPerCharacter);
    else if (word) this.#hooks.onWord(`${word} `);
  }

  #makeNoise(samples: number): void {
    this.#noise += samples;
    if (this.#noise < this.#untilNoise) return;
    this.#noise = 0;
    this.#untilNoise = noisePerWord;
    this.#hooks.onNoise();
  }
}

/** All words in a piece of sound. */
export function wordsIn(sound: Buffer): string {
  let text = '';
  const reader = new VoiceReader({
    onWord: (word) => {
      text += word;
    },
    onNoise: () => {},
  });
  reader.read(sound);
  reader.flush();
  return text.trim();
}
