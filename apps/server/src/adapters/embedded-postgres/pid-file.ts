import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPostmasterOf } from './processes.ts';

export type PostmasterState =
  | { state: 'absent' }
  | { state: 'stale'; text: string }
  | { state: 'starting' | 'stopping' }
  | { state: 'ready'; pid: number; port: number; socketDir: string };

/** An empty file is about to be written, unless it is older than this. */
const EMPTY_FILE_GRACE_MS = 5_000;

export const pidFileOf = (clusterDir: string) => join(clusterDir, 'postmaster.pid');

/** The state that PostgreSQL wrote into its pid file, checked against the process table. */
export function readPostmaster(clusterDir: string): PostmasterState {
  const file = pidFileOf(clusterDir);
  let text: string;
  let ageMs: number;
  try {
    text = readFileSync(file, 'utf8');
    ageMs = Date.now() - statSync(file).mtimeMs;
  } catch {
    return { state: 'absent' };
  }
  if (text === '' && ageMs < EMPTY_FILE_GRACE_MS) return { state: 'starting' };
  // Lines: pid, folder, start time, port, socket folder, listen address, shared memory, status.
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 1 && isPostmasterOf(pid, clusterDir))) return { state: 'stale', text };
  const status = (lines[7] ?? '').trim();
  if (status === 'stopping') return { state: 'stopping' };
  if (status !== 'ready') return { state: 'starting' };
  return { state: 'ready', pid, port: Number(lines[3]), socketDir: lines[4] ?? '' };
}

/**
 * PostgreSQL does not remove the lock file of a process id that is a zombie or now belongs to another process. Renamed
 * before it is read, so that the new file of a concurrent start is not removed.
 */
export function clearStale(lockFile: string, isStale: (text: string) => boolean): void {
  const renamed = `${lockFile}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(lockFile, renamed);
    if (!isStale(readFileSync(renamed, 'utf8'))) linkSync(renamed, lockFile);
  } catch {
    // Removed or replaced meanwhile: the next poll decides.
  }
  rmSync(renamed, { force: true });
}
