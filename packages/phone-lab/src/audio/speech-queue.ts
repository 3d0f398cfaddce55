import type { Speech } from '../speech/speech.ts';
import { SoundQueue } from './sound-queue.ts';

interface Piece {
  speech: Speech;
  /** It has been heard when this many bytes have been taken since the start. */
  at: number;
  done: () => void;
}

/** The sound of what one side says. A speaker goes on when its word has been heard, so words and sound stay together. */
export class SpeechQueue {
  readonly #queue = new SoundQueue();
  #pieces: Piece[] = [];
  #pushed = 0;
  #taken = 0;

  /** Bytes that wait. */
  get length(): number {
    return this.#queue.length;
  }

  push(speech: Speech, sound: Buffer, done: () => void): () => void {
    this.#queue.push(sound);
    this.#pushed += sound.length;
    const piece = { speech, at: this.#pushed, done };
    this.#pieces.push(piece);
    return () => {
      this.#pieces = this.#pieces.filter((one) => one !== piece);
    };
  }

  take(bytes: number): Buffer {
    const sound = this.#queue.take(bytes);
    this.#taken += sound.length;
    while (this.#pieces[0] && this.#pieces[0].at <= this.#taken) this.#pieces.shift()?.done();
    return sound;
  }

  /** Discards all sound. Other speeches of the same side go on as if theirs had been heard. */
  clear(speech?: Speech): void {
    this.#queue.clear();
    this.#taken = this.#pushed;
    const waiting = this.#pieces;
    this.#pieces = [];
    for (const piece of waiting) if (piece.speech !== speech) piece.done();
  }
}
