import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const threads = '/proc/self/task';

/**
 * On a single core the event loop shares it with V8's own threads, which collect garbage and compile: several at once, each
 * for some milliseconds at a time, and nobody's sound goes on meanwhile. There they work when nothing else is to be done,
 * and short collections, for which everything waits, do without them. Returns how many threads give way.
 */
export function letVoicesGoFirst(cores = availableParallelism()): number {
  if (cores > 1 || process.platform !== 'linux') return 0;
  setFlagsFromString('--no-parallel-scavenge');
  return readdirSync(threads).filter(givesWay).length;
}

/** False also for a thread that has ended meanwhile, or that we may not touch: that is no reason not to start. */
function givesWay(thread: string): boolean {
  try {
    if (readFileSync(`${threads}/${thread}/comm`, 'utf8').trim() !== 'node-V8Worker') return false;
    setPriority(Number(thread), belowOurs());
    return true;
  } catch {
    return false;
  }
}

/** Also where the whole process was started with a low priority. */
function belowOurs(): number {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  return Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL);
}
