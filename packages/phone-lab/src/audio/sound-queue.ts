import { silenceByte, silentFrame } from './mulaw.ts';

/** Sound that waits to be played, taken in pieces of any size. */
export class SoundQueue {
  #pieces: Buffer[] = [];
  #offset = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(sound: Buffer): void {
    if (sound.length === 0) return;
    this.#pieces.push(sound);
    this.#length += sound.length;
  }

  clear(): number {
    const dropped = this.#length;
    this.#pieces = [];
    this.#offset = 0;
    this.#length = 0;
    return dropped;
  }

  /** Up to `bytes`, fewer when there is no more. */
  take(bytes: number): Buffer {
    const first = this.#pieces[0];
    if (!first) return silentFrame.subarray(0, 0);
    // Usually a frame lies within one piece and needs no copy.
    if (first.length - this.#offset >= bytes) return this.#cut(first, bytes);
    const parts: Buffer[] = [];
    for (let left = bytes; left > 0; ) {
      const piece = this.#pieces[0];
      if (!piece) break;
      const part = this.#cut(piece, Math.min(left, piece.length - this.#offset));
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  #cut(piece: Buffer, bytes: number): Buffer {
    const part = piece.subarray(this.#offset, this.#offset + bytes);
    this.#offset += bytes;
    this.#length -= bytes;
    if (this.#offset >= piece.length) {
      this.#pieces.shift();
      this.#offset = 0;
    }
    return part;
  }
}

/** A whole frame: the sound, then silence. */
export function padded(sound: Buffer): Buffer {
  if (sound.length === silentFrame.length) return sound;
  if (sound.length === 0) return silentFrame;
  const frame = Buffer.alloc(silentFrame.length, silenceByte);
  sound.copy(frame);
  return frame;
}
