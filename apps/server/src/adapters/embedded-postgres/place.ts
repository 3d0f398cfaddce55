import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_FOLDER } from './binaries.ts';
import { EmbeddedPostgresError } from './faults.ts';
import { chooseRunAs, mayWrite, type RunAs } from './run-as.ts';

/** Where the database files of one data folder live, and who runs them. */
export interface Place {
  dataDir: string;
  /** Holds the cluster and PostgreSQL's log. */
  folder: string;
  clusterDir: string;
  runAs: RunAs;
  elsewhere: boolean;
}

export async function choosePlace(wantedDataDir: string): Promise<Place> {
  const root = process.getuid?.() === 0;
  mkdirSync(wantedDataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(wantedDataDir);
  if (root) letThrough(dataDir);
  const own = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres-location');

  if (existsSync(pointer)) return settle(dataDir, readFileSync(pointer, 'utf8').trim(), true);
  const inside = await settle(dataDir, own, false).catch((error) => {
    if (root && !existsSync(join(own, 'cluster'))) return undefined;
    throw error;
  });
  if (inside !== undefined) return inside;

  rmSync(own, { recursive: true, force: true });
  // The random part: removing the data folder and starting again means an empty database, also out here.
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  writeOnce(pointer, `${join(SYSTEM_FOLDER, `${name}-${randomBytes(3).toString('hex')}`)}\n`);
  return settle(dataDir, readFileSync(pointer, 'utf8').trim(), true);
}

async function settle(dataDir: string, folder: string, elsewhere: boolean): Promise<Place> {
  const exists = existsSync(folder);
  const runAs = chooseRunAs(exists ? folder : undefined);
  try {
    if (!exists) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (elsewhere) chmodSync(SYSTEM_FOLDER, 0o755);
    if (runAs.drop) chownSync(folder, runAs.uid, runAs.gid);
  } catch (error) {
    throw new EmbeddedPostgresError(`The database folder ${folder} cannot be made: ${String(error)}`);
  }
  if (!(await mayWrite(folder, runAs))) {
    throw new EmbeddedPostgresError(
      `The database folder ${folder} belongs to another account. ` +
        'Start Parley as that account, or set DATA_DIR to another folder.',
    );
  }
  return { dataDir, folder, clusterDir: join(realpathSync(folder), 'cluster'), runAs, elsewhere };
}

/** The account PostgreSQL runs under passes through root's own data folder, without seeing what else is in it. */
function letThrough(dataDir: string): void {
  const { uid, mode } = statSync(dataDir);
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011);
}

/** Of two racing first starts one pointer wins, whole. */
function writeOnce(file: string, text: string): void {
  const half = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(half, text, { mode: 0o644 });
  try {
    linkSync(half, file);
  } catch {
    // The other start was first; its pointer counts.
  }
  rmSync(half, { force: true });
}
