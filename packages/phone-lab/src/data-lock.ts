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

/** A lab that is going away holds its folder a moment longer: the next one waits for that. */
const patienceMs = 5_000;
const pollMs = 100;

/** Takes a data folder for this lab alone; gives a way to let go of it. */
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
    // This very process is not going away.
    if (holder.pid === process.pid || waited >= patienceMs) throw new DataFolderInUse(dataDir, holder.pid);
    await wallSleep(pollMs);
  }
}

interface Holder {
  pid: number;
  start: string | null;
}

/** Written whole before it gets its name, so that nobody ever reads half a lock. */
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
  // A process id is handed out again; when the process began tells them apart.
  return now === null || start === null || now === start;
}

/** When a process began, in the system's own unit; null where the system does not tell. A zombie counts as gone. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'zombie' : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Renamed before it is removed: of two that find it abandoned, only one gets it. */
function setAside(file: string): void {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // Somebody else was faster.
  }
}
