import { frameBytes, samplesPerMs } from './mulaw.ts';
import { SoundQueue } from './sound-queue.ts';

/** At most this much sound waits to be played; the rest is discarded, as Twilio does. */
const longestMs = 600_000;
const mostMarks = 10_000;

interface Mark {
  name: string;
  /** It is reached when this many bytes have been played since the start. */
  at: number;
}

/** Sound played without a pause: how much was heard, and how much was cleared before it was heard. */
export interface Burst {
  ms: number;
  clearedMs: number;
}

export interface PlayoutListener {
  onMark(name: string): void;
  onBurst(burst: Burst): void;
}

/** Sound that an application sent, played in order. A mark is echoed when everything before it has been played. */
export class Playout {
  #listener: PlayoutListener | null = null;
  readonly #onClear: () => void;
  readonly #queue = new SoundQueue();
  #marks: Mark[] = [];
  #pushed = 0;
  /** Bytes whose 20 ms are over. */
  #played = 0;
  /** Bytes of the frame that is being played. */
  #sounding = 0;
  #burst = 0;

  constructor(onClear: () => void) {
    this.#onClear = onClear;
  }

  /** A stream starts to play. */
  open(listener: PlayoutListener): void {
    this.#listener = listener;
  }

  get isOpen(): boolean {
    return this.#listener !== null;
  }

  /** False when there is no room for it. */
  push(sound: Buffer): boolean {
    if (this.#queue.length + sound.length > longestMs * samplesPerMs) return false;
    this.#queue.push(sound);
    this.#pushed += sound.length;
    return true;
  }

  /** False when too many are waiting already. */
  mark(name: string): boolean {
    if (this.#marks.length >= mostMarks) return false;
    this.#marks.push({ name, at: this.#pushed });
    this.#echoMarks();
    return true;
  }

  /** Discards everything that waits; every mark that waits is echoed now. */
  clear(): void {
    const cleared = this.#queue.clear();
    this.#played = this.#pushed;
    this.#sounding = 0;
    this.#endBurst(cleared);
    if (cleared > 0) this.#onClear();
    this.#echoMarks();
  }

  /** The next 20 ms, empty where there is nothing to play. */
  take(): Buffer {
    this.#played += this.#sounding;
    const frame = this.#queue.take(frameBytes);
    this.#sounding = frame.length;
    this.#burst += frame.length;
    this.#echoMarks();
    if (frame.length === 0) this.#endBurst(0);
    return frame;
  }

  /** The stream is over: what was not played is discarded, and its marks are not echoed. */
  end(): void {
    const cleared = this.#queue.clear();
    this.#endBurst(cleared);
    if (cleared > 0) this.#onClear();
    this.#listener = null;
    this.#marks = [];
    this.#played = this.#pushed;
    this.#sounding = 0;
  }

  #echoMarks(): void {
    while (this.#marks[0] && this.#marks[0].at <= this.#played) {
      const mark = this.#marks.shift();
      if (mark) this.#listener?.onMark(mark.name);
    }
  }

  #endBurst(cleared: number): void {
    if (this.#burst === 0 && cleared === 0) return;
    this.#listener?.onBurst({ ms: this.#burst / samplesPerMs, clearedMs: cleared / samplesPerMs });
    this.#burst = 0;
  }
}
