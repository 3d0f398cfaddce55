import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wallSleep } from 'node:timers/promises';

export class DataFolderInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another phone-lab (process ${pid}) uses the data folder ${dataDir}. Stop it, or choose another folder with --data-dir.`,
    );
    this.name = 'DataFolderTaken';
  }
}

/** A lab that is stopping still holds its folder; the next one waits this long for it. */
const patienceMs = 5_000;
const pollMs = 100;

/** Locks a data folder for this lab; the returned function unlocks it. */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'lock');
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  for (let waited = 0; ; waited += pollMs) {
    if (take(file, mine)) return () => rmSync(file, { force: true });
    const holder = readHolder(file);
    if (holder === null) continue;
    if (!isAlive(holder)) {
      setAside(file);
      continue;
    }
    // The lock of this same process will not be released by waiting.
    if (holder.pid === process.pid || waited >= patienceMs) throw new DataFolderInUse(dataDir, holder.pid);
    await wallSleep(pollMs);
  }
}

interface Holder {
  pid: number;
  start: string | null;
}

/** Written under another name and linked, so that no process reads an incomplete lock. */
function take(file: string, mine: string): boolean {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${mine}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(file: string): Holder | null {
  try {
    const [pid = '', start] = readFileSync(file, 'utf8').trim().split(' ');
    return { pid: Number(pid), start: start ?? null };
  } catch {
    return null;
  }
}

function isAlive({ pid, start }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const now = startOf(pid);
  // Process ids are reused; the start time distinguishes the processes.
  return now === null || start === null || now === start;
}

/** The start time of a process in the system's own unit; null where the system does not provide it. A zombie counts as gone. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'zombie' : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Renamed before it is removed: of two processes that find a stale lock, only one removes it. */
function setAside(file: string): void {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // Another process removed it first.
  }
}
