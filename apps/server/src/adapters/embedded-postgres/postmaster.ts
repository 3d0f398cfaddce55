import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { writeSettings } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { DatabaseLocation } from './location.ts';
import { logFileOf, logSize, openLog, readLogFrom, rotateLog } from './log-file.ts';
import { clearStale, readPostmaster } from './pid-file.ts';
import { isAlive, isPostmasterOf } from './processes.ts';
import { cleanEnvironment, identity, runProgram } from './run-as.ts';
import { PORT, settingsFor } from './settings.ts';
import { ensureSocketFolder } from './socket-folder.ts';

export const POLL_MS = 20;
const STOP_STEPS: [signal: NodeJS.Signals, timeoutMs: number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Names the process that started the server; only that process's death may take the server along. */
export const STARTER_SETTING = 'parley.starter';

/**
 * Runs in its own process group, so that Ctrl-C in the terminal does not reach it. On Linux PostgreSQL shuts down cleanly
 * when its parent dies; elsewhere it keeps running and the next start attaches to it.
 */
export async function spawnPostmaster(
  location: DatabaseLocation,
  binaries: Binaries,
  dieWithParent: boolean,
): Promise<StartingPostmaster> {
  const socketDir = await ensureSocketFolder(location);
  clearStaleLocks(location, socketDir);
  writeSettings(location, settingsFor(socketDir));
  rotateLog(location);
  const logOffset = logSize(location);
  const command = [binaries.postgres, '-D', location.clusterDir, '-c', `${STARTER_SETTING}=${process.pid}`];
  if (dieWithParent && (await deathSignalWorks(location)))
    command.unshift('setpriv', '--pdeathsig', 'INT', '--');
  const [file = '', ...args] = command;
  const fd = openLog(location);
  try {
    const child = spawn(file, args, {
      ...identity(location.runAs),
      cwd: '/',
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', fd, fd],
    });
    const running = { gone: false };
    child.once('error', () => Object.assign(running, { gone: true }));
    child.once('exit', () => Object.assign(running, { gone: true }));
    return { child, logOffset, isGone: () => running.gone };
  } finally {
    closeSync(fd);
  }
}

export interface StartingPostmaster {
  child: ChildProcess;
  logOffset: number;
  isGone(): boolean;
}

/** Why the server did not start. `retry`: another server is still stopping, or was started at the same time. */
export function startFailure(
  location: DatabaseLocation,
  logOffset: number,
): { retry: boolean; fault: EmbeddedPostgresError } {
  const said = readLogFrom(location, logOffset);
  const retry = /shared memory block|lock file|could not bind|still in use/.test(said);
  const last = said.trim().split('\n').slice(-6).join('\n') || 'nothing';
  const fault = new EmbeddedPostgresError(
    `PostgreSQL did not start. The end of ${logFileOf(location)} says:\n${last}`,
  );
  return { retry, fault };
}

function clearStaleLocks(location: DatabaseLocation, socketDir: string): void {
  const isStale = (text: string) => !isPostmasterOf(Number(text.split('\n')[0]), location.clusterDir);
  const found = readPostmaster(location.clusterDir);
  if (found.state === 'stale') clearStale(join(location.clusterDir, 'postmaster.pid'), isStale);
  const socketLock = join(socketDir, `.s.PGSQL.${PORT}.lock`);
  try {
    if (isStale(readFileSync(socketLock, 'utf8'))) clearStale(socketLock, isStale);
  } catch {
    // None there.
  }
}

let deathSignal: Promise<boolean> | undefined;
function deathSignalWorks(location: DatabaseLocation): Promise<boolean> {
  deathSignal ??= runProgram('setpriv', ['--pdeathsig', 'INT', '--', 'true'], location.runAs).then(
    ({ code }) => code === 0,
  );
  return deathSignal;
}

/** A fast shutdown: sessions are closed, data is flushed. Stronger signals follow only when it does not end. */
export async function stopPostmaster(pid: number, socketDir: string): Promise<void> {
  for (const [signal, timeoutMs] of STOP_STEPS) {
    try {
      process.kill(pid, signal);
    } catch {
      break;
    }
    const until = Date.now() + timeoutMs;
    while (isAlive(pid) && Date.now() < until) await delay(POLL_MS);
    if (!isAlive(pid)) break;
  }
  try {
    rmdirSync(socketDir);
  } catch {
    // Not empty: the next server has started already.
  }
}
