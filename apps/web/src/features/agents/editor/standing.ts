import type { SavePhase } from './autosave.ts';

export interface Standing {
  /** Whether what was typed is safe. */
  draft: string;
  /** How the draft stands to what is published. */
  published: string;
  tone: 'green' | 'amber' | 'red' | 'grey';
}

interface StandingFacts {
  phase: SavePhase<unknown>;
  savedAt: string | null;
  now: number;
  publishedVersion: number | null;
  /** Places at which the draft differs from the published version. */
  differences: number;
}

/** "Draft, saved 10 s ago", "differs from version 4 in 3 places". */
export function standingOf({ phase, savedAt, now, publishedVersion, differences }: StandingFacts): Standing {
  const published = publishedText(publishedVersion, differences);
  switch (phase.name) {
    case 'saved':
      return { draft: savedText(savedAt, now), published, tone: 'green' };
    case 'waiting':
    case 'saving':
      return { draft: 'Draft, saving...', published, tone: 'grey' };
    case 'unreachable':
      return { draft: 'Not saved: the server cannot be reached', published, tone: 'amber' };
    case 'refused':
      return { draft: 'Not saved', published, tone: 'red' };
    case 'conflict':
      return { draft: 'Not saved: somebody else changed the same', published, tone: 'amber' };
  }
}

function savedText(savedAt: string | null, now: number): string {
  const at = savedAt === null ? Number.NaN : Date.parse(savedAt);
  return Number.isNaN(at) ? 'Draft, saved' : `Draft, saved ${agoText(now - at)}`;
}

function publishedText(version: number | null, differences: number): string {
  if (version === null) return 'never published';
  if (differences === 0) return `same as version ${version}`;
  return `differs from version ${version} in ${differences} ${differences === 1 ? 'place' : 'places'}`;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** In steps that do not tick on the screen all the time. */
export function agoText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  // Also when the clock of the server is ahead.
  if (seconds < 5) return 'just now';
  if (seconds < minute) return `${seconds < 10 ? 5 : Math.floor(seconds / 10) * 10} s ago`;
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ago`;
  if (seconds < day) return `${Math.floor(seconds / hour)} h ago`;
  const days = Math.floor(seconds / day);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
