import { audioMs, samplesPerMs } from '../../ports/telephone-audio.ts';

/** Carriers stamp frames a few milliseconds early or late; less than this is no gap. */
const smallestGapMs = 40;
/** Enough for any listener to notice that nobody speaks; more would only be caught up with. */
const longestFillMs = 1_000;
const frameMs = 20;

/** Where the next frame should begin; null before the first one. */
export type NextFrameMs = number | null;

export interface Gap {
  readonly next: NextFrameMs;
  /** Silence in place of what is missing; null when nothing is. */
  readonly fill: string | null;
}

/**
 * Frames that the carrier leaves out are time that passes. Without them an engine that listens would hear two words run
 * into each other, and would wait longer than people do for the end of a sentence.
 */
export function gapBefore(next: NextFrameMs, streamMs: number | null, payload: string): Gap {
  const ms = audioMs(payload);
  if (streamMs === null) return { next: next === null ? null : next + ms, fill: null };
  const missing = next === null ? 0 : streamMs - next;
  const fill = missing < smallestGapMs ? null : silence(Math.min(missing, longestFillMs));
  return { next: streamMs + ms, fill };
}

const silences: string[] = [];

/** So much silence, in whole frames. */
export function silence(ms: number): string {
  const frames = Math.floor(ms / frameMs);
  silences[frames] ??= Buffer.alloc(frames * frameMs * samplesPerMs, 0xff).toString('base64');
  return silences[frames];
}
