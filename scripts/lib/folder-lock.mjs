import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HEARTBEAT_MS = 2_000;
const STALE_MS = 30_000;
const POLL_MS = 200;

/** Runs `work` while no other process of this folder does; a killed holder's lock is taken over. */
export async function withFolderLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  let reported = false;
  while (!take(file)) {
    if (isAbandoned(file)) {
      setAside(file);
      continue;
    }
    if (!reported) onWait();
    reported = true;
    await delay(POLL_MS);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimesSync(file, now, now);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The holder is dead, or its process id belongs to another process, which does not touch the file. */
function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true;
    const pid = Number(readFileSync(file, 'utf8'));
    if (!pid) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Renamed before it is removed: of two that find it abandoned, only one gets it. */
function setAside(file) {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // Another process was faster.
  }
}
