import type { TranscriptEntry } from '../../../lib/parsing/calls.ts';

/** Where an entry begins in the sound, in milliseconds. */
export interface EntryTime {
  readonly ordinal: number;
  readonly ms: number;
}

/** A jump lands on the sample before the entry: it counts as the entry all the same. */
const slackMs = 60;

/** In the order of the sound. What nobody said has no place in it. */
export function entryTimes(
  entries: readonly TranscriptEntry[],
  /** When the sound begins, by the clock of the transcript. */
  start: number,
  lengthMs: number,
): EntryTime[] {
  if (Number.isNaN(start)) return [];
  return entries
    .filter(({ speaker }) => speaker !== 'system')
    .map(({ ordinal, timestamp }) => ({ ordinal, ms: Date.parse(timestamp) - start }))
    .filter(({ ms }) => ms < lengthMs)
    .map(({ ordinal, ms }) => ({ ordinal, ms: Math.max(0, ms) }))
    .toSorted((one, other) => one.ms - other.ms || one.ordinal - other.ordinal);
}

/** The entry that is heard at this place; null before the first one. */
export function entryAt(times: readonly EntryTime[], ms: number): number | null {
  return times.findLast((time) => time.ms <= ms + slackMs)?.ordinal ?? null;
}

export const startOf = (times: readonly EntryTime[], ordinal: number): number | null =>
  times.find((time) => time.ordinal === ordinal)?.ms ?? null;

/** As in `?t=83` or `?t=83.5`; null where it is none. */
export function secondsIn(value: string | null): number | null {
  return value !== null && /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : null;
}

/** Such as 1:05 or 1:02:03. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts;
  const shown = hours === 0 ? rest : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
