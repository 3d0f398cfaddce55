import { samplesPerMs } from '../../src/lib/telephone-audio.ts';
import { utter } from './speech.ts';
import { VoiceActivity } from './voice-activity.ts';

/** A finished utterance of the caller, with its audio. */
export interface Utterance {
  readonly itemId: string;
  readonly audio: Buffer;
}

export interface UtteranceListener {
  newId(prefix: string): string;
  started(itemId: string, atMs: number): void;
  stopped(utterance: Utterance, atMs: number): void;
}

export interface TurnDetection {
  readonly threshold: number;
  readonly silenceMs: number;
}

/** The input buffer: audio that is not yet an item of the conversation. */
export class InputAudio {
  readonly #listener: UtteranceListener;
  readonly #activity = new VoiceActivity();
  #buffer: Buffer[] = [];
  #speech: { itemId: string; text: string | null } | null = null;

  constructor(listener: UtteranceListener) {
    this.#listener = listener;
  }

  get bytes(): number {
    return this.#buffer.reduce((sum, part) => sum + part.length, 0);
  }

  /** Appends audio; with detection on, utterances are found in it by their loudness. */
  append(audio: Buffer, detection: TurnDetection | null): void {
    this.#buffer.push(audio);
    if (!detection) return;
    for (const change of this.#activity.detect(audio, detection.threshold, detection.silenceMs)) {
      if (change.kind === 'started') this.#start(null, change.atMs);
      else this.stop(change.atMs);
    }
    // Of the silence before speech only a little is kept.
    if (!this.#speech) this.#buffer = this.#buffer.slice(-25);
  }

  /** The caller starts to say this, without audio on the wire. */
  startUtterance(text: string): string {
    return this.#start(text, this.#activity.positionMs);
  }

  stop(atMs = this.#activity.positionMs): Utterance | null {
    const speech = this.#speech;
    if (!speech) return null;
    this.#speech = null;
    const audio = speech.text === null ? Buffer.concat(this.#buffer) : utter(speech.text);
    this.#buffer = [];
    const utterance = { itemId: speech.itemId, audio };
    this.#listener.stopped(utterance, atMs);
    return utterance;
  }

  /** Empties the buffer and returns its audio. */
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
    const itemId = this.#listener.newId('item');
    this.#speech = { itemId, text };
    this.#listener.started(itemId, atMs);
    return itemId;
  }
}
