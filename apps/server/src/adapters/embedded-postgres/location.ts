import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_FOLDER } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { chooseRunAs, mayWrite, type RunAs } from './run-as.ts';

/** Where the database files of a data folder are, and which account runs PostgreSQL. */
export interface DatabaseLocation {
  dataDir: string;
  /** Holds the cluster and PostgreSQL's log. */
  folder: string;
  clusterDir: string;
  runAs: RunAs;
  elsewhere: boolean;
}

export async function chooseLocation(wantedDataDir: string): Promise<DatabaseLocation> {
  const root = process.getuid?.() === 0;
  mkdirSync(wantedDataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(wantedDataDir);
  if (root) allowTraversal(dataDir);
  const own = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres-location');

  if (!existsSync(pointer)) {
    const inside = await prepareFolder(dataDir, own, false);
    if (inside !== undefined) return inside;
    if (!root || existsSync(join(own, 'cluster'))) throw notWritable(own);
    removeEmpty(own);
    // Random part: removing the data folder and starting again must give an empty database here too.
    const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
    writeOnce(pointer, `${join(SYSTEM_FOLDER, `${name}-${randomBytes(3).toString('hex')}`)}\n`);
  }
  const folder = readFileSync(pointer, 'utf8').trim();
  const outside = await prepareFolder(dataDir, folder, true);
  if (outside === undefined) throw notWritable(folder);
  return outside;
}

/** Undefined when the account cannot write in that folder. */
async function prepareFolder(
  dataDir: string,
  folder: string,
  elsewhere: boolean,
): Promise<DatabaseLocation | undefined> {
  const exists = existsSync(folder);
  const runAs = chooseRunAs(exists ? folder : undefined);
  try {
    if (!exists) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (elsewhere) chmodSync(SYSTEM_FOLDER, 0o755);
  } catch (error) {
    throw new EmbeddedPostgresError(`The database folder ${folder} cannot be made: ${String(error)}`);
  }
  if (!chownFolder(folder, runAs) || !(await mayWrite(folder, runAs))) return undefined;
  return { dataDir, folder, clusterDir: join(realpathSync(folder), 'cluster'), runAs, elsewhere };
}

/** False on file systems without owners. */
function chownFolder(folder: string, runAs: RunAs): boolean {
  try {
    if (runAs.drop) chownSync(folder, runAs.uid, runAs.gid);
    return true;
  } catch {
    return false;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // A concurrent start removed it first.
  }
}

function notWritable(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database folder ${folder} belongs to another account. ` +
      'Start Parley as that account, or set DATA_DIR to another folder.',
  );
}

/** Lets PostgreSQL's account traverse root's data folder without listing it. */
function allowTraversal(dataDir: string): void {
  const { uid, mode } = statSync(dataDir);
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011);
}

/** Atomic: of two concurrent first starts one pointer wins. */
function writeOnce(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, text, { mode: 0o644 });
  try {
    linkSync(temporary, file);
  } catch {
    // The other start was first: its pointer is used.
  }
  rmSync(temporary, { force: true });
}
