import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Clock, wallClock } from '../../src/ports/clock.ts';

/** The time from an instant on: it runs so many times faster until it stands still at another. */
export interface PretendedTime {
  readonly date: number;
  readonly rate: number;
  readonly until: number;
}

interface Stored extends PretendedTime {
  readonly at: number;
}

/** The dispatcher looks so many times as often: most of a simulated week would be waiting otherwise, or looking. */
const ticks = 5;

/** A clock that several processes share: its settings are a file, and all read the same time from it. */
export function pretendedClock(file: string): Clock {
  const now = () => {
    const { date, rate, until, at } = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    return Math.min(date + (Date.now() - at) * rate, Math.max(date, until));
  };
  // Waiting takes real time: what is pretended is the hour, not how fast a server works.
  return {
    ...{ now: () => new Date(now()), time: wallClock.time },
    after: (ms, act) => wallClock.after(ms / ticks, act),
  };
}

export function setPretendedClock(file: string, time: PretendedTime): void {
  const stored: Stored = { ...time, at: Date.now() };
  // A reader finds the old settings or the new ones, never half of a file.
  writeFileSync(`${file}.new`, JSON.stringify(stored));
  renameSync(`${file}.new`, file);
}
