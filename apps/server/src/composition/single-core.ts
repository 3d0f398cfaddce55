import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const threads = '/proc/self/task';
/** How Node names the threads on which V8 collects garbage and compiles. */
const v8ThreadName = 'node-V8Worker';

/**
 * On a single core V8's own threads compete with the event loop: while they marked the heap, no audio was forwarded for
 * 10 to 30 ms at a time. Here they get a lower priority, and short collections, which stop the event loop anyway, do
 * without them. In seven runs no answer was later than 18 ms, where single ones had been 47 and 68 ms late
 * (docs/performance.md, docs/decisions/011). Returns how many threads were given a lower priority.
 *
 * Relies on three things that Node and V8 do not promise, which is why the test starts a process of its own: the name
 * of the threads, that Linux gives a thread a priority by its id (`os.setPriority` promises it for processes), and that
 * `--no-parallel-scavenge` may be set after the start. Public flags that come near did worse (the decision has figures):
 * `--single-threaded-gc` marks the whole heap on the event loop, `--v8-pool-size=1` leaves one thread at full priority.
 */
export function lowerV8ThreadPriority(cores = availableParallelism()): number {
  if (cores > 1 || process.platform !== 'linux') return 0;
  setFlagsFromString('--no-parallel-scavenge');
  return readdirSync(threads).filter(lowerPriority).length;
}

/** False also for a thread that has ended meanwhile or may not be changed: the server starts all the same. */
function lowerPriority(thread: string): boolean {
  try {
    if (readFileSync(`${threads}/${thread}/comm`, 'utf8').trim() !== v8ThreadName) return false;
    setPriority(Number(thread), belowOurs());
    return true;
  } catch {
    return false;
  }
}

/** Relative to our own priority: the whole process may have been started with a low one. */
function belowOurs(): number {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  return Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL);
}
