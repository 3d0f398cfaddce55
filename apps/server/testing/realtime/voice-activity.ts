import { samplesPerMs } from '../../src/lib/telephone-audio.ts';

export type VoiceChange =
  | { readonly kind: 'started'; readonly atMs: number }
  | { readonly kind: 'stopped'; readonly atMs: number };

const windowMs = 20;
const windowSamples = windowMs * samplesPerMs;
/** Mean amplitude, of 32,635 at most, above which a window counts as voice at a threshold of 0.5. */
const loud = 300;

/** Tells speech from silence by loudness, in windows of 20 ms. */
export class VoiceActivity {
  #speaking = false;
  #positionMs = 0;
  #quietMs = 0;
  #rest: Buffer = Buffer.alloc(0);

  get positionMs(): number {
    return this.#positionMs;
  }

  detect(audio: Buffer, threshold: number, silenceMs: number): VoiceChange[] {
    const changes: VoiceChange[] = [];
    const all = this.#rest.length === 0 ? audio : Buffer.concat([this.#rest, audio]);
    let start = 0;
    for (; start + windowSamples <= all.length; start += windowSamples) {
      const voiced = meanAmplitude(all, start) > loud * threshold * 2;
      if (voiced && !this.#speaking) {
        this.#speaking = true;
        changes.push({ kind: 'started', atMs: this.#positionMs });
      }
      this.#positionMs += windowMs;
      this.#quietMs = voiced ? 0 : this.#quietMs + windowMs;
      if (this.#speaking && this.#quietMs >= silenceMs) {
        this.#speaking = false;
        changes.push({ kind: 'stopped', atMs: this.#positionMs });
      }
    }
    this.#rest = Buffer.from(all.subarray(start));
    return changes;
  }
}

function meanAmplitude(audio: Buffer, start: number): number {
  let sum = 0;
  for (let index = start; index < start + windowSamples; index += 1) sum += amplitude(audio[index] ?? 0xff);
  return sum / windowSamples;
}

/** The size of a µ-law sample, without its sign. */
function amplitude(byte: number): number {
  const bits = ~byte & 0x7f;
  return ((((bits & 0x0f) << 3) + 0x84) << (bits >> 4)) - 0x84;
}
