import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** The core of whatever is measured, and the one of everything else. */
export const cores = { server: 0, rest: 1 } as const;

/**
 * Whether processes can be pinned to cores here. Tried, not counted: a process pinned to one core sees only that one, and
 * may still pin others to the next.
 */
export const canPin = process.platform === 'linux' && Object.values(cores).every(canRunOn);

function canRunOn(core: number): boolean {
  try {
    execFileSync('taskset', ['-c', String(core), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A command line that runs pinned to one core, where that is possible. */
export function pinned(core: number, command: readonly string[]): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(core), ...command] : ([...command] as [string, ...string[]]);
}

export function pin(core: number, pids: readonly number[]): void {
  if (!canPin) return;
  for (const pid of pids) {
    // A short-lived one may be gone by now.
    try {
      execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
    } catch {}
  }
}

/** Lowers the priority of processes: a database must not delay the timers of the load on the same core. */
export function lowerPriority(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      setPriority(pid, constants.priority.PRIORITY_LOW);
    } catch {}
  }
}

/** All processes below this one. */
export function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function parentOf(pid: number): number | null {
  return Number(read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[1] ?? Number.NaN) || null;
}

/** Milliseconds that a process has computed, all its threads together. */
export function cpuMs(pid: number): number {
  const threads = list(`/proc/${pid}/task`);
  return threads.reduce((total, thread) => {
    const [ran = '0'] = (read(`/proc/${pid}/task/${thread}/schedstat`) ?? '0').split(' ');
    return total + Number(ran) / 1e6;
  }, 0);
}

/** Bytes of memory that belong to a process. */
export function residentBytes(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '') ?? [];
  return Number(kib) * 1024;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
