import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePrefix } from '../../ports/file-name.ts';
import { fileKinds, prefixKey } from '../../ports/file-name.ts';
import { assertFolders, isMissing } from './folders.ts';

/** The keys of files below a prefix, in order. What is no file is left out. */
export async function keysBelow(root: string, prefix: FilePrefix): Promise<string[]> {
  const start = prefixKey(prefix);
  const tenant = prefixKey({ tenantId: prefix.tenantId });
  const kinds = 'kind' in prefix ? [prefix.kind] : Object.keys(fileKinds).toSorted();
  const keys: string[] = [];
  for (const kind of kinds) {
    const names = await namesIn(root, `${tenant}${kind}/`);
    const found = names.map((name) => `${tenant}${kind}/${name}`).filter((key) => key.startsWith(start));
    // By code units, as S3 sorts; the keys are ASCII.
    for (const key of found.toSorted((one, other) => (one < other ? -1 : 1))) keys.push(key);
  }
  return keys;
}

async function namesIn(root: string, folder: string): Promise<string[]> {
  try {
    await assertFolders(root, folder);
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Null for one that was deleted meanwhile. */
export async function statOf(root: string, key: string) {
  try {
    return await lstat(join(root, key), { bigint: true });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
