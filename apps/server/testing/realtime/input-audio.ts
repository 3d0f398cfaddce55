import { samplesPerMs } from '../../src/ports/telephone-audio.ts';
import { utter } from './speech.ts';
import { VoiceActivity } from './voice-activity.ts';

/** An utterance of the caller that is over, with its sound. */
export interface Utterance {
  readonly itemId: string;
  readonly audio: Buffer;
}

export interface Ears {
  newId(prefix: string): string;
  started(itemId: string, atMs: number): void;
  stopped(utterance: Utterance, atMs: number): void;
}

export interface TurnDetection {
  readonly threshold: number;
  readonly silenceMs: number;
}

/** The input buffer: what was heard and not yet made an item of the conversation. */
export class InputAudio {
  readonly #ears: Ears;
  readonly #activity = new VoiceActivity();
  #buffer: Buffer[] = [];
  #speech: { itemId: string; text: string | null } | null = null;

  constructor(ears: Ears) {
    this.#ears = ears;
  }

  get bytes(): number {
    return this.#buffer.reduce((sum, part) => sum + part.length, 0);
  }

  /** Takes audio in; with detection on, utterances are found in it by their loudness. */
  append(audio: Buffer, detection: TurnDetection | null): void {
    this.#buffer.push(audio);
    if (!detection) return;
    for (const change of this.#activity.hear(audio, detection.threshold, detection.silenceMs)) {
      if (change.kind === 'started') this.#start(null, change.atMs);
      else this.stop(change.atMs);
    }
    // Silence before anybody speaks is of no use; a little of it is kept in front of the first word.
    if (!this.#speech) this.#buffer = this.#buffer.slice(-25);
  }

  /** The caller begins to say this, without a sound on the wire. */
  startTold(text: string): string {
    return this.#start(text, this.#activity.positionMs);
  }

  stop(atMs = this.#activity.positionMs): Utterance | null {
    const speech = this.#speech;
    if (!speech) return null;
    this.#speech = null;
    const audio = speech.text === null ? Buffer.concat(this.#buffer) : utter(speech.text);
    this.#buffer = [];
    const utterance = { itemId: speech.itemId, audio };
    this.#ears.stopped(utterance, atMs);
    return utterance;
  }

  /** Everything heard so far, and the buffer is empty again. */
  take(): Buffer {
    const audio = Buffer.concat(this.#buffer);
    this.#buffer = [];
    this.#speech = null;
    return audio;
  }

  static ms(audio: Buffer): number {
    return audio.length / samplesPerMs;
  }

  #start(text: string | null, atMs: number): string {
    const itemId = this.#ears.newId('item');
    this.#speech = { itemId, text };
    this.#ears.started(itemId, atMs);
    return itemId;
  }
}
