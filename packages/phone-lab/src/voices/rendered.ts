/** 17 minutes of telephone sound. */
const mostBytes = 8_000_000;

/** Sound that was rendered before; what was not asked for longest is forgotten first. */
export class RenderedSounds {
  readonly #most: number;
  readonly #sounds = new Map<string, Buffer>();
  #bytes = 0;

  constructor(most = mostBytes) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Buffer | null {
    const sound = this.#sounds.get(key);
    if (!sound) return null;
    this.#sounds.delete(key);
    this.#sounds.set(key, sound);
    return sound;
  }

  set(key: string, sound: Buffer): void {
    this.#bytes += sound.length - (this.#sounds.get(key)?.length ?? 0);
    this.#sounds.delete(key);
    this.#sounds.set(key, sound);
    for (const [oldest, { length }] of this.#sounds) {
      if (this.#bytes <= this.#most) break;
      this.#sounds.delete(oldest);
      this.#bytes -= length;
    }
  }
}
