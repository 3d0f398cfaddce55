import { audibleFrom, loudness, samplesPerMs } from './mulaw.ts';
import { samplesPerCharacter } from './voice.ts';

export interface ReaderHooks {
  /** A word of the lab's own voice, with the space after it. */
  onWord(word: string): void;
  /** Sound without decodable words: a real voice, music, noise. Called about as often as words would come. */
  onNoise(): void;
}

/** This much of a character is enough to recognize it. */
const leastOfCharacter = samplesPerCharacter / 3;
/** Silence this long is a space between words. */
const spaceSamples = samplesPerCharacter / 2;
const lateSamples = 250 * samplesPerMs;
const noisePerWord = 385 * samplesPerMs;
const firstNoise = 100 * samplesPerMs;
/** Samples between two zero crossings of a voice that carries words: 100 to 670 Hz. */
const fewestPerCrossing = 6;
const mostPerCrossing = 40;
/** The same character this often in a row is a steady tone; so is a word of one repeated letter. */
const mostOfOne = 12;
const oneLetter = /^([a-z])\1{3,}$/i;

/** Decodes words from sound while it is played. What cannot be decoded counts as noise. */
export class VoiceReader {
  readonly #hooks: ReaderHooks;
  #level = 0;
  #count = 0;
  /** Zero crossings at the current level, and the sign of the last sample. */
  #crossings = 0;
  #sign = 0;
  /** The current level is a steady tone; everything that follows at this level is too. */
  #isTone = false;
  #word = '';
  #noise = 0;
  #untilNoise = firstNoise;
  /** Samples of silence since the last sound; infinite before the first. */
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
      if (this.#count > 0 && sign !== this.#sign) this.#crossings += 1;
      this.#sign = sign;
      this.#count += 1;
      // A long tone is reported while it lasts.
      if (this.#count % samplesPerCharacter === 0 && this.#isSteady()) this.#close();
    }
  }

  /** No sound arrived. For a short time this counts as a late packet in the middle of a word, not as the end of it. */
  miss(samples: number): void {
    const before = this.#quiet;
    this.#quiet += samples;
    if (before < lateSamples && this.#quiet >= lateSamples) this.#endWord();
  }

  /** No more sound follows: what there is of the last word counts. */
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

  /** Whether the current sound is no character: it lasts too long, or its pitch is not that of the voice. */
  #isSteady(): boolean {
    const samplesPerCrossing = this.#count / Math.max(1, this.#crossings);
    const isVoice = samplesPerCrossing >= fewestPerCrossing && samplesPerCrossing <= mostPerCrossing;
    if (!isVoice || this.#count > mostOfOne * samplesPerCharacter) this.#isTone = true;
    return this.#isTone;
  }

  /** The level changes: what lasted long enough was a character. */
  #close(): void {
    const [level, count] = [this.#level, this.#count];
    const isCharacter = count >= leastOfCharacter && level < 0x7f && !this.#isSteady();
    this.#count = 0;
    this.#crossings = 0;
    if (isCharacter) {
      const times = Math.max(1, Math.round(count / samplesPerCharacter));
      this.#word += String.fromCharCode(level).repeat(times);
      return;
    }
    this.#addNoise(count);
  }

  #endWord(): void {
    this.#change(0);
    const word = this.#word;
    this.#word = '';
    if (oneLetter.test(word)) this.#addNoise(word.length * samplesPerCharacter);
    else if (word) this.#hooks.onWord(`${word} `);
  }

  #addNoise(samples: number): void {
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
