import { readdirSync, readFileSync } from 'node:fs';

/** The kernel's clock tick in /proc, one hundredth of a second on every Linux. */
const ticksPerSecond = 100;

/** Processor seconds that a process has used so far; 0 where /proc is not there. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of one process alone; 0 where /proc is not there. */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

export interface Resident {
  readonly name: string;
  readonly bytes: number;
}

export function parentOf(pid: number): number {
  return Number(statFields(pid)?.[1] ?? 0);
}

/** Processor seconds of a process and its children, as far as they still run. */
export function familySeconds(pid: number): number {
  const family = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return [pid, ...family.map(Number)].reduce((sum, one) => sum + cpuSeconds(one), 0);
}

/** Resident memory of a process and everything below it, shared pages counted once for each group of sharers. */
export function residentTree(pid: number): Resident[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statFields(Number(entry));
    if (fields !== null) parents.set(Number(entry), Number(fields[1]));
  }
  const isBelow = (one: number): boolean =>
    one === pid || (parents.has(one) && isBelow(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isBelow).flatMap((one) => resident(one) ?? []);
}

/** Proportional set size: a page shared by four processes counts a quarter in each. */
function resident(pid: number): Resident | null {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    // A process that is about to be gone has no pages any more.
    if (kilobytes === undefined) return null;
    const name = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { name, bytes: Number(kilobytes) * 1024 };
  } catch {
    return null;
  }
}

/** What follows the name in brackets: state, parent, … */
function statFields(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
