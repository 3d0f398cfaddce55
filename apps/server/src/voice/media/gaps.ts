import { audioMs, samplesPerMs } from '../../lib/telephone-audio.ts';

/** Timestamps of carriers jitter by a few milliseconds; less than this is no gap. */
const smallestGapMs = 40;
/** Enough for any engine to detect a pause; more would only delay what follows. */
const longestFillMs = 1_000;
const frameMs = 20;

/** Where the next frame should begin; null before the first one. */
export type ExpectedFrameMs = number | null;

export interface Gap {
  readonly next: ExpectedFrameMs;
  /** Silence in place of what is missing; null when nothing is. */
  readonly fill: string | null;
}

/**
 * Silence in place of frames that the carrier leaves out. Without it an engine would hear two words joined, and would
 * detect the end of an utterance too late.
 */
export function gapBefore(next: ExpectedFrameMs, streamMs: number | null, payload: string): Gap {
  const ms = audioMs(payload);
  if (streamMs === null) return { next: next === null ? null : next + ms, fill: null };
  const missing = next === null ? 0 : streamMs - next;
  const fill = missing < smallestGapMs ? null : silence(Math.min(missing, longestFillMs));
  return { next: streamMs + ms, fill };
}

const silences: string[] = [];

/** Silence of this length, in whole frames. */
export function silence(ms: number): string {
  const frames = Math.floor(ms / frameMs);
  silences[frames] ??= Buffer.alloc(frames * frameMs * samplesPerMs, 0xff).toString('base64');
  return silences[frames];
}
