import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import type { DatabaseLocation } from './location.ts';
import { type RunAs, runProgram } from './run-as.ts';
import { SETTINGS_FILE } from './settings.ts';

export const OWNER = 'parley_owner';
const MAJOR = '18';
const ABANDONED_MS = 10 * 60_000;
const passwordFile = (clusterDir: string) => join(clusterDir, 'parley.password');

/** Creates the cluster if there is none. True when this call created it. */
export async function ensureCluster(location: DatabaseLocation, binaries: Binaries): Promise<boolean> {
  if (!existsSync(location.clusterDir)) return createCluster(location, binaries);
  const version = readFileSync(join(location.clusterDir, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR) return false;
  throw new EmbeddedPostgresError(
    `The database in ${location.folder} was made by PostgreSQL ${version}, but this Parley brings PostgreSQL ${MAJOR}. ` +
      'Start the Parley version that made it, or set DATA_DIR to another folder.',
  );
}

export function readDatabasePassword(clusterDir: string): string {
  return readFileSync(passwordFile(clusterDir), 'utf8');
}

/** Created in a temporary folder and renamed, so that a killed or concurrent first start leaves no partial cluster. */
async function createCluster(location: DatabaseLocation, binaries: Binaries): Promise<boolean> {
  removeAbandoned(location.folder);
  const { runAs } = location;
  const making = join(location.folder, `making-${randomBytes(6).toString('hex')}`);
  const password = randomBytes(24).toString('base64url');
  const handover = `${making}.password`;
  mkdirSync(making, { mode: 0o700 });
  own(making, runAs);
  writeOwned(handover, password, runAs);
  try {
    const made = await runProgram(
      binaries.initdb,
      [
        ...['-D', making, '-U', OWNER, '--pwfile', handover, '-A', 'scram-sha-256', '--data-checksums'],
        ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        '--no-instructions',
      ],
      runAs,
    );
    if (made.code !== 0) {
      throw new EmbeddedPostgresError(
        `The database could not be created. initdb says: ${made.output.trim()}`,
      );
    }
    writeOwned(passwordFile(making), password, runAs);
    writeOwned(join(making, SETTINGS_FILE), '', runAs);
    appendFileSync(join(making, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`);
    renameSync(making, location.clusterDir);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(handover, { force: true });
    rmSync(making, { recursive: true, force: true });
  }
}

/** Removes what a killed first start left; a recent folder may belong to a concurrent start. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.startsWith('making-')) continue;
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}

function own(path: string, runAs: RunAs): void {
  if (runAs.drop) chownSync(path, runAs.uid, runAs.gid);
}

function writeOwned(path: string, text: string, runAs: RunAs): void {
  writeFileSync(path, text, { mode: 0o600 });
  own(path, runAs);
}

/** Replaced atomically: a concurrent start may write it while the server reads it. */
export function writeSettings(location: DatabaseLocation, text: string): void {
  const temporary = join(location.clusterDir, `${SETTINGS_FILE}.${randomBytes(4).toString('hex')}`);
  writeOwned(temporary, text, location.runAs);
  renameSync(temporary, join(location.clusterDir, SETTINGS_FILE));
}
