import { audibleFrom, frameBytes, loudness, mix, silentFrame } from '../audio/mulaw.ts';
import { writeWav } from '../audio/wav.ts';
import { type Placed, renderPhrases } from '../voices/render-phrases.ts';
import type { Phrase, Timeline } from '../voices/timeline.ts';
import type { Voices } from '../voices/voices.ts';
import type { RecordingSettings } from './settings.ts';

/** Frames without a gap: their first one in the channel and in the recording. */
interface Run {
  frame: number;
  index: number;
  count: number;
}

/** Collects the frames of both sides of a channel, adds what was said by its timeline, and writes them as a WAV file. */
export class Recorder {
  readonly #settings: RecordingSettings;
  #timeline: Timeline | null = null;
  #party: Buffer[] = [];
  #app: Buffer[] = [];
  /** Which frames of the recording are which of the channel; those of a pause are missing. */
  readonly #runs: Run[] = [];
  #pause: 'skip' | 'silence' | null = null;

  constructor(settings: RecordingSettings) {
    this.#settings = settings;
  }

  /** What is said is in the timeline and not in the frames. */
  follow(timeline: Timeline | null): void {
    this.#timeline = timeline;
  }

  /** `at`: its place in the sound of the channel, in samples. */
  addFrame(party: Buffer, app: Buffer, at: number): void {
    if (this.#pause === 'skip') return;
    const isSilent = this.#pause === 'silence';
    if (!isSilent && this.#timeline) this.#note(at / frameBytes, this.#party.length);
    this.#party.push(isSilent ? silentFrame : party);
    this.#app.push(isSilent ? silentFrame : app);
  }

  pause(how: 'skip' | 'silence' | null): void {
    this.#pause = how;
  }

  /** The file, and how many seconds it lasts. `swapped`: with the agent on the first channel. */
  finish(voices: Voices | null, swapped = false): { file: Promise<Buffer>; seconds: number } {
    const phrases = this.#phrases();
    const range = this.#settings.trim ? this.#sounding(phrases) : { from: 0, to: this.#party.length };
    const seconds = ((range.to - range.from) * frameBytes) / 8000;
    return { file: this.#write(phrases, voices, range, swapped), seconds };
  }

  async #write(
    phrases: Phrase[],
    voices: Voices | null,
    range: { from: number; to: number },
    swapped: boolean,
  ): Promise<Buffer> {
    const { track, channels } = this.#settings;
    const recorded = { party: Buffer.concat(this.#party), app: Buffer.concat(this.#app) };
    this.#party = [];
    this.#app = [];
    if (voices && phrases.length > 0) {
      // It keeps both channels in memory until it is rendered.
      const isSpoken = voices.admit();
      const placed = await renderPhrases(phrases, isSpoken ? voices : null).finally(() => {
        if (isSpoken) voices.release();
      });
      for (const one of placed) this.#place(one, recorded[one.side]);
    }
    const part = (sound: Buffer) => sound.subarray(range.from * frameBytes, range.to * frameBytes);
    const silent = Buffer.alloc(0);
    const sides = [
      track === 'outbound' ? silent : part(recorded.party),
      track === 'inbound' ? silent : part(recorded.app),
    ] as const;
    if (channels === 1) return writeWav([mix(...sides)]);
    return writeWav(swapped ? sides.toReversed() : sides);
  }

  #phrases(): Phrase[] {
    const [first, last] = [this.#runs[0], this.#runs.at(-1)];
    if (!this.#timeline || !first || !last) return [];
    return this.#timeline.between(first.frame * frameBytes, (last.frame + last.count) * frameBytes);
  }

  #note(frame: number, index: number): void {
    const last = this.#runs.at(-1);
    if (last && frame === last.frame + last.count && index === last.index + last.count) last.count += 1;
    else this.#runs.push({ frame, index, count: 1 });
  }

  /** Where a frame of the channel is in the recording. */
  #indexOf(frame: number): number | undefined {
    const run = this.#runs.find((one) => frame >= one.frame && frame < one.frame + one.count);
    return run && run.index + frame - run.frame;
  }

  /** Mixes a sound into the recording, without what falls into a pause. */
  #place({ at, sound }: Placed, recorded: Buffer): void {
    for (let done = 0; done < sound.length; ) {
      const frame = Math.floor((at + done) / frameBytes);
      const length = Math.min((frame + 1) * frameBytes - at - done, sound.length - done);
      const index = this.#indexOf(frame);
      if (index !== undefined) {
        const target = index * frameBytes + ((at + done) % frameBytes);
        const there = recorded.subarray(target, target + length);
        mix(there, sound.subarray(done, done + length)).copy(there);
      }
      done += length;
    }
  }

  /** From the first to the last frame with sound. */
  #sounding(phrases: Phrase[]): { from: number; to: number } {
    const said = new Set<number>();
    for (const { at, end } of phrases) {
      for (let frame = Math.floor(at / frameBytes); frame * frameBytes < end; frame++) {
        const index = this.#indexOf(frame);
        if (index !== undefined) said.add(index);
      }
    }
    const isHeard = (_: unknown, at: number) =>
      said.has(at) || isLoud(this.#party[at]) || isLoud(this.#app[at]);
    const from = this.#party.findIndex(isHeard);
    return from < 0 ? { from: 0, to: 0 } : { from, to: this.#party.findLastIndex(isHeard) + 1 };
  }
}

function isLoud(frame: Buffer | undefined): boolean {
  return !!frame && frame !== silentFrame && frame.some((byte) => loudness(byte) >= audibleFrom);
}
