import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, temporaryFolder } from './folders.ts';

/** Several servers may share the folder, so a body that still grows is left alone. */
const abandonedAfterMs = 3_600_000;

/** A random UUID, as `writeFile` names them. */
const temporaryName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes bodies that no server writes to any more: it was killed before they were whole. */
export async function removeLeftoverFiles(root: string): Promise<number> {
  const folder = join(root, temporaryFolder);
  // No link is followed, and only what `writeFile` makes is removed: the folder may be shared with other programs.
  const itself = await lstat(folder).catch(nullIfMissing);
  if (!itself?.isDirectory()) return 0;
  let removed = 0;
  for (const name of await readdir(folder).catch(noneIfMissing)) {
    if (!temporaryName.test(name)) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(nullIfMissing);
    if (!stats?.isFile() || Date.now() - stats.mtimeMs < abandonedAfterMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

function noneIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
