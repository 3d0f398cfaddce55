import type { Side, Speech } from '../speech/speech.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';
import { audibleFrom, frameBytes, loudness } from './mulaw.ts';
import { VoiceReader } from './voice-reader.ts';

/** Silence this long ends what was being said. */
const pauseMs = 400;

/** Turns sound into speech on a channel, with words where the sound is in the lab's own voice. */
export class SpeechRecognizer {
  readonly #channel: VoiceChannel;
  readonly #side: Side;
  readonly #reader: VoiceReader;
  #speech: Speech | null = null;

  constructor(channel: VoiceChannel, side: Side) {
    this.#channel = channel;
    this.#side = side;
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

  addFrame(played: Buffer): void {
    if (played.length > 0) {
      if (!this.#speech && isAudible(played)) this.#open();
      if (this.#speech) this.#reader.read(played);
    }
    if (!this.#speech) return;
    if (played.length < frameBytes) this.#reader.miss(frameBytes - played.length);
    if (this.#reader.quietMs >= pauseMs) this.finish();
  }

  /** No more sound follows, and all of it was played. */
  finish(): void {
    this.#reader.flush();
    this.#speech?.finish();
    this.#speech = null;
  }

  /** The sound was cleared, or the channel closes: what was heard until now is what was said. */
  cut(): void {
    if (!this.#speech) return;
    this.#reader.flush();
    this.#speech.cut();
    this.#speech = null;
  }

  #open(): void {
    this.#speech = this.#channel.open(this.#side, 'sound');
  }
}

function isAudible(frame: Buffer): boolean {
  let loud = 0;
  for (const byte of frame) if (loudness(byte) >= audibleFrom) loud += 1;
  return loud * 20 > frame.length;
}
