import type { Line } from '../line/line.ts';
import type { Speech } from '../line/speech.ts';
import { audibleFrom, frameBytes, loudness } from './mulaw.ts';
import { VoiceReader } from './voice-reader.ts';

/** Silence this long ends what was being said. */
const pauseMs = 400;

/** What the party hears of an application that sends sound: speech on the line, with words where there are any to read. */
export class AppEar {
  readonly #line: Line;
  readonly #reader: VoiceReader;
  #speech: Speech | null = null;

  constructor(line: Line) {
    this.#line = line;
    this.#reader = new VoiceReader({
      onWord: (word) => {
        if (!this.#speech?.wordless) this.#speech?.hear(word);
      },
      onNoise: () => {
        const speech = this.#speech;
        if (!speech) return;
        if (speech.wordsHeard === 0) speech.wordless = true;
        if (speech.wordless) speech.hear('… ');
      },
    });
  }

  hear(played: Buffer): void {
    if (played.length > 0) {
      if (!this.#speech && isAudible(played)) this.#open();
      if (this.#speech) this.#reader.read(played);
    }
    if (!this.#speech) return;
    if (played.length < frameBytes) this.#reader.miss(frameBytes - played.length);
    if (this.#reader.quietMs < pauseMs) return;
    this.#reader.flush();
    this.#speech.finish();
    this.#speech = null;
  }

  /** It was cleared away, or the line goes: what was heard until now is what was said. */
  cut(): void {
    if (!this.#speech) return;
    this.#reader.flush();
    this.#speech.cut();
    this.#speech = null;
  }

  #open(): void {
    this.#speech = this.#line.open('app', 'sound');
  }
}

function isAudible(frame: Buffer): boolean {
  let loud = 0;
  for (const byte of frame) if (loudness(byte) >= audibleFrom) loud += 1;
  return loud * 20 > frame.length;
}
