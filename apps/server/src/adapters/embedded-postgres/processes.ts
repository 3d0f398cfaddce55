import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { errorCode } from './errors.ts';

const hasProc = existsSync('/proc/self/stat');

/** A zombie counts as dead: a container's first process may never reap it, yet signal 0 still reaches it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  return !/^[ZX]/.test(describe(pid).state);
}

/** True when the process is the postmaster of this folder, and not another process with a recycled id. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  const { name } = describe(pid);
  if (!/(^|\/)postgres$/.test(name)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
  } catch {
    // No /proc, or no right to read it for other accounts: the name has to do.
    return true;
  }
}

function describe(pid: number): { state: string; name: string } {
  if (hasProc) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      return { name: stat.slice(stat.indexOf('(') + 1, end), state: stat.slice(end + 2, end + 3) };
    } catch {
      return { name: '', state: 'X' };
    }
  }
  try {
    const line = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [state = 'X', ...name] = line.split(/\s+/);
    return { state, name: name.join(' ') };
  } catch {
    return { name: '', state: 'X' };
  }
}
