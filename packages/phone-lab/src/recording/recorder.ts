import { audibleFrom, frameBytes, loudness, mix, silentFrame } from '../audio/mulaw.ts';
import { writeWav } from '../audio/wav.ts';
import type { RecordingSettings } from './settings.ts';

/** Collects the frames of both sides of a channel and writes them as a WAV file. */
export class Recorder {
  readonly #settings: RecordingSettings;
  #party: Buffer[] = [];
  #app: Buffer[] = [];
  #pause: 'skip' | 'silence' | null = null;

  constructor(settings: RecordingSettings) {
    this.#settings = settings;
  }

  addFrame(party: Buffer, app: Buffer): void {
    if (this.#pause === 'skip') return;
    const isSilent = this.#pause === 'silence';
    this.#party.push(isSilent ? silentFrame : party);
    this.#app.push(isSilent ? silentFrame : app);
  }

  pause(how: 'skip' | 'silence' | null): void {
    this.#pause = how;
  }

  /** The file, and how many seconds it lasts. */
  finish(): { file: Buffer; seconds: number } {
    const { track, channels, trim } = this.#settings;
    const range = trim ? this.#sounding() : { from: 0, to: this.#party.length };
    const party = Buffer.concat(this.#party.slice(range.from, range.to));
    const app = Buffer.concat(this.#app.slice(range.from, range.to));
    const silent = Buffer.alloc(0);
    const sides = [track === 'outbound' ? silent : party, track === 'inbound' ? silent : app] as const;
    const file = writeWav(channels === 2 ? sides : [mix(...sides)]);
    this.#party = [];
    this.#app = [];
    return { file, seconds: ((range.to - range.from) * frameBytes) / 8000 };
  }

  /** From the first to the last frame with sound. */
  #sounding(): { from: number; to: number } {
    const isHeard = (_: unknown, at: number) => isLoud(this.#party[at]) || isLoud(this.#app[at]);
    const from = this.#party.findIndex(isHeard);
    return from < 0 ? { from: 0, to: 0 } : { from, to: this.#party.findLastIndex(isHeard) + 1 };
  }
}

function isLoud(frame: Buffer | undefined): boolean {
  return !!frame && frame !== silentFrame && frame.some((byte) => loudness(byte) >= audibleFrom);
}
