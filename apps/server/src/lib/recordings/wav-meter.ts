import type { RecordingPeaks } from '@parley/contract';
import { levelMs, speechOnsets } from './speech-onsets.ts';

/** A file that is not what a carrier sends as a recording. */
export class WavProblem extends Error {
  override readonly name = 'WavProblem';
  readonly problem: 'wrong_format' | 'wrong_length';

  constructor(problem: WavProblem['problem'], message: string) {
    super(message);
    this.problem = problem;
  }
}

export interface WavFacts {
  readonly channels: number;
  readonly milliseconds: number;
  readonly peaks: RecordingPeaks;
  /** Where speech begins on each channel, in milliseconds. */
  readonly onsets: readonly (readonly number[])[];
}

const pcm = 1;
/** A header is longer only where the file is not one of a carrier. */
const longestHeader = 65_536;
/** In one second; fewer where the recording is long. */
const peaksPerSecond = 20;
const levelsPerPeak = 1000 / levelMs / peaksPerSecond;
/** Half an hour: what comes later is not needed to tell where the sound begins. */
const mostLevels = (30 * 60_000) / levelMs;
/** Of each channel: about as many as a wide screen has points. */
const mostPeaks = 1_200;
/** Written by whoever does not know the length beforehand. */
const unknownLengths = new Set([0, 0xffff_ffff]);
/** Carriers state whole seconds, rounded up, down, or to the nearest. */
export const lengthToleranceMs = 2_000;

interface WavHeader {
  readonly channels: number;
  readonly rate: number;
  /** Null where the file does not say. */
  readonly dataBytes: number | null;
  readonly dataStart: number;
}

/**
 * Reads a recording while it passes through: its length, and its loudness over time. It holds no sound, so a recording of
 * hours takes no more memory than one of seconds.
 */
export class WavMeter {
  #head: Buffer | null = Buffer.alloc(0);
  #header: WavHeader | null = null;
  #rest: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #frames = 0;
  #inWindow = 0;
  #loudest: number[] = [];
  #inPeak = 0;
  #peak: number[] = [];
  #peaks: number[][] = [];
  #levels: Levels[] = [];

  /** The chunks as they come. Throws a WavProblem at the end of a file that is not as long as it is said to be. */
  async *through(
    body: AsyncIterable<Uint8Array>,
    statedSeconds: number | null,
  ): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of body) {
      this.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      yield chunk;
    }
    this.#check(statedSeconds);
  }

  add(chunk: Buffer): void {
    if (this.#header) {
      this.#addSound(chunk);
      return;
    }
    this.#head = Buffer.concat([this.#head ?? Buffer.alloc(0), chunk]);
    this.#header = readHeader(this.#head);
    if (this.#header) {
      const sound = this.#head.subarray(this.#header.dataStart);
      this.#head = null;
      this.#loudest = Array.from({ length: this.#header.channels }, () => 0);
      this.#peak = [...this.#loudest];
      this.#peaks = this.#loudest.map(() => []);
      this.#levels = this.#loudest.map(() => new Levels());
      this.#addSound(sound);
    } else if (this.#head.length > longestHeader) {
      throw new WavProblem('wrong_format', 'The file has no sound where one is expected.');
    }
  }

  facts(): WavFacts {
    const { channels } = this.#known();
    if (this.#inWindow > 0) this.#endWindow();
    if (this.#inPeak > 0) this.#endPeak();
    const all = this.#peaks[0]?.length ?? 0;
    const together = Math.max(1, Math.ceil(all / mostPeaks));
    return {
      channels,
      milliseconds: this.#milliseconds(),
      peaks: {
        perSecond: peaksPerSecond / together,
        channels: this.#peaks.map((peaks) => joined(peaks, together)),
      },
      onsets: this.#levels.map((levels) => speechOnsets(levels.all)),
    };
  }

  #check(statedSeconds: number | null): void {
    const { dataBytes } = this.#known();
    if (dataBytes !== null && this.#bytes < dataBytes)
      throw new WavProblem('wrong_length', 'The file ends before its sound does.');
    const milliseconds = this.#milliseconds();
    if (milliseconds === 0) throw new WavProblem('wrong_length', 'The file has no sound.');
    if (statedSeconds !== null && Math.abs(milliseconds - statedSeconds * 1000) > lengthToleranceMs)
      throw new WavProblem('wrong_length', 'The file is not as long as the carrier says.');
  }

  #milliseconds(): number {
    return Math.round((this.#frames * 1000) / this.#known().rate);
  }

  #known(): WavHeader {
    if (!this.#header) throw new WavProblem('wrong_format', 'The file is not a WAV file.');
    return this.#header;
  }

  #addSound(chunk: Buffer): void {
    const { channels, rate, dataBytes } = this.#known();
    const left = dataBytes === null ? chunk.length : Math.max(0, dataBytes - this.#bytes);
    const part = chunk.subarray(0, left);
    this.#bytes += part.length;
    const sound = this.#rest.length > 0 ? Buffer.concat([this.#rest, part]) : part;
    const frameBytes = channels * 2;
    const frames = Math.floor(sound.length / frameBytes);
    const window = Math.max(1, Math.round((rate * levelMs) / 1000));
    for (let frame = 0; frame < frames; frame++) {
      for (let channel = 0; channel < channels; channel++) {
        const loud = Math.abs(sound.readInt16LE(frame * frameBytes + channel * 2));
        if (loud > (this.#loudest[channel] ?? 0)) this.#loudest[channel] = loud;
      }
      this.#inWindow += 1;
      if (this.#inWindow === window) this.#endWindow();
    }
    this.#frames += frames;
    this.#rest = Buffer.from(sound.subarray(frames * frameBytes));
  }

  #endWindow(): void {
    for (const [channel, loud] of this.#loudest.entries()) {
      this.#levels[channel]?.push(loud);
      this.#peak[channel] = Math.max(this.#peak[channel] ?? 0, loud);
      this.#loudest[channel] = 0;
    }
    this.#inWindow = 0;
    this.#inPeak += 1;
    if (this.#inPeak === levelsPerPeak) this.#endPeak();
  }

  #endPeak(): void {
    for (const [channel, loud] of this.#peak.entries()) {
      this.#peaks[channel]?.push(Math.min(100, Math.round((loud * 100) / 32_768)));
      this.#peak[channel] = 0;
    }
    this.#inPeak = 0;
  }
}

/** Of one channel, a byte each. */
class Levels {
  #bytes = new Uint8Array(4_096);
  #length = 0;

  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  push(loud: number): void {
    if (this.#length === mostLevels) return;
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(this.#length * 2);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length++] = Math.min(255, loud >> 7);
  }
}

/** The loudest of so many at a time. */
function joined(peaks: readonly number[], together: number): number[] {
  const few: number[] = [];
  for (let at = 0; at < peaks.length; at += together)
    few.push(peaks.slice(at, at + together).reduce((most, one) => Math.max(most, one), 0));
  return few;
}

/** Null: more of the file is needed. */
function readHeader(head: Buffer): WavHeader | null {
  if (head.length < 12) return null;
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE')
    throw new WavProblem('wrong_format', 'The file does not begin like a WAV file.');
  let format: Buffer | null = null;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    if (name === 'data') return headerOf(format, size, at + 8);
    if (name === 'fmt ') {
      if (at + 8 + 16 > head.length) return null;
      format = head.subarray(at + 8, at + 8 + 16);
    }
    at += 8 + size + (size % 2);
  }
  return null;
}

function headerOf(format: Buffer | null, size: number, dataStart: number): WavHeader {
  if (!format) throw new WavProblem('wrong_format', 'The file does not say what its sound is.');
  const channels = format.readUInt16LE(2);
  const rate = format.readUInt32LE(4);
  if (format.readUInt16LE(0) !== pcm || format.readUInt16LE(14) !== 16 || channels !== 2 || rate < 1)
    throw new WavProblem('wrong_format', 'The file is not 16-bit PCM with two channels.');
  return { channels, rate, dataStart, dataBytes: unknownLengths.has(size) ? null : size };
}
