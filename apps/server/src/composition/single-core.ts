import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const threads = '/proc/self/task';

/**
 * On a single core V8's worker threads, which collect garbage and compile, compete with the event loop for milliseconds at a
 * time, and audio stalls meanwhile. They get a lower priority, and short collections, which stop the event loop anyway, run
 * without them. Returns the number of threads that were changed. Measured in docs/decisions/011.
 */
export function lowerV8ThreadPriority(cores = availableParallelism()): number {
  if (cores > 1 || process.platform !== 'linux') return 0;
  setFlagsFromString('--no-parallel-scavenge');
  return readdirSync(threads).filter(lowered).length;
}

/** False for other threads, and for one that has ended or may not be changed: the server starts all the same. */
function lowered(thread: string): boolean {
  try {
    if (readFileSync(`${threads}/${thread}/comm`, 'utf8').trim() !== 'node-V8Worker') return false;
    setPriority(Number(thread), belowOurs());
    return true;
  } catch {
    return false;
  }
}

/** Relative to our own priority, which may be low already. */
function belowOurs(): number {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  return Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL);
}
