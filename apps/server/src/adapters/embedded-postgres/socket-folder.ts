import { createHash, randomBytes } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import type { DatabaseLocation } from './location.ts';
import { mayWrite } from './run-as.ts';
import { PORT } from './settings.ts';

/** The operating system's bound on a unix socket's path (macOS, the narrower one). */
const LONGEST_SOCKET_PATH = 103;

/** A folder with a short path that only the database's account can enter: the data folder's path may be too long for a socket. */
export async function ensureSocketFolder(location: DatabaseLocation): Promise<string> {
  const uid = location.runAs.uid;
  const name = `parley-${createHash('sha256').update(`${location.clusterDir}\n${uid}`).digest('hex').slice(0, 16)}`;
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    // A folder of that name that belongs to another account is not used.
    for (const folder of [join(parent, name), join(parent, `${name}-${randomBytes(4).toString('hex')}`)]) {
      if (Buffer.byteLength(`${folder}/.s.PGSQL.${PORT}`) > LONGEST_SOCKET_PATH) continue;
      if (claim(folder, location) && (await mayWrite(folder, location.runAs))) return folder;
    }
  }
  throw new EmbeddedPostgresError(
    `No folder for the database's socket could be made in ${tmpdir()} or /tmp.`,
  );
}

function claim(folder: string, { runAs }: DatabaseLocation): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (runAs.drop) chownSync(folder, runAs.uid, runAs.gid);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false;
  }
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === runAs.uid && (found.mode & 0o077) === 0;
}
