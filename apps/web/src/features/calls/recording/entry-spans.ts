import type { TranscriptEntry } from '../../../lib/parsing/calls.ts';
import type { EntryTime } from './entry-times.ts';

/** What of an entry is heard, and when. */
export interface EntrySpan extends EntryTime {
  readonly speaker: string;
  readonly message: string;
  readonly endMs: number;
  /** Moments of the same length at which something is heard; what is between them is a pause. */
  readonly heardAt: readonly number[];
}

export interface DrawnSound {
  readonly lengthMs: number;
  readonly agentChannel: number;
  /** Loudness over time for each channel. */
  readonly peaks: readonly (readonly number[])[];
}

/** How long a character takes where the sound does not say: about 170 words a minute. */
const characterMs = 65;
/** A voice that is slower than this has made a long pause. */
const slowestCharacterMs = 150;
const longestPauseMs = 3_000;
/** In the peaks of a long recording a sentence is a few values. */
const coarsestMs = 250;
/** What is quieter than this part of the loudest moment is noise of the line. */
const audiblePart = 0.08;
const leastAudible = 2;

/** The entries that have a place in the sound, in its order. */
export function entrySpans(
  entries: readonly TranscriptEntry[],
  times: readonly EntryTime[],
  sound: DrawnSound,
): EntrySpan[] {
  const byOrdinal = new Map(entries.map((entry) => [entry.ordinal, entry]));
  const placed = times.flatMap(({ ordinal, ms }) => {
    const entry = byOrdinal.get(ordinal);
    return entry === undefined ? [] : [{ ordinal, ms, speaker: entry.speaker, message: entry.message }];
  });
  const levels = { agent: levelsOf(sound, true), other: levelsOf(sound, false) };
  return placed.map((entry, index) => {
    const { ms, speaker, message } = entry;
    // Whoever interrupts speaks at the same time.
    const next = placed.slice(index + 1).find((other) => other.speaker === speaker)?.ms ?? sound.lengthMs;
    const limit = Math.min(next, ms + message.length * slowestCharacterMs + longestPauseMs);
    const { peaks, audible } = speaker === 'agent' ? levels.agent : levels.other;
    const heard = heardBetween(ms, limit, { peaks, audible, lengthMs: sound.lengthMs });
    const spokenMs = Math.min(limit - ms, message.length * characterMs);
    const last = heard.at(-1);
    return last === undefined
      ? { ...entry, heardAt: evenly(ms, spokenMs), endMs: ms + spokenMs }
      : { ...entry, heardAt: heard, endMs: Math.min(limit, last + sound.lengthMs / peaks.length) };
  });
}

function levelsOf({ peaks, agentChannel }: DrawnSound, agent: boolean) {
  const own = peaks[(agent ? agentChannel : 3 - agentChannel) - 1] ?? [];
  const loudest = own.reduce((most, peak) => Math.max(most, peak), 0);
  return { peaks: own, audible: Math.max(leastAudible, loudest * audiblePart) };
}

interface Levels {
  readonly peaks: readonly number[];
  readonly audible: number;
  readonly lengthMs: number;
}

function heardBetween(from: number, to: number, { peaks, audible, lengthMs }: Levels): number[] {
  const stepMs = lengthMs / peaks.length;
  if (!(stepMs <= coarsestMs)) return [];
  return peaks
    .slice(Math.floor(from / stepMs), Math.ceil(to / stepMs))
    .flatMap((peak, index) => (peak >= audible ? [(Math.floor(from / stepMs) + index) * stepMs] : []))
    .map((ms) => Math.max(from, ms));
}

const partMs = 50;
const evenly = (from: number, ms: number) =>
  Array.from({ length: Math.max(1, Math.ceil(ms / partMs)) }, (_, at) => from + at * partMs);
