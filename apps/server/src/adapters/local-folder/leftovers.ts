import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, temporaryFolder } from './folders.ts';

/** Several servers may share the folder, so a body that still grows is left alone. */
const abandonedAfterMs = 3_600_000;

/** Removes bodies that no server writes to any more: it was killed before they were whole. */
export async function removeLeftoverFiles(root: string): Promise<number> {
  const folder = join(root, temporaryFolder);
  let removed = 0;
  for (const name of await readdir(folder).catch(noneIfMissing)) {
    const path = join(folder, name);
    const stats = await lstat(path).catch(nullIfMissing);
    if (stats === null || Date.now() - stats.mtimeMs < abandonedAfterMs) continue;
    await rm(path, { recursive: true, force: true });
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
