import { lstat, mkdir, open, realpath, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { foreignEntryError } from './failures.ts';

/** Where bodies are written before they are renamed into place. No tenant's folder can have this name. */
export const temporaryFolder = '.tmp';

const ownerOnly = 0o700;

export interface Root {
  readonly path: string;
  /** Whether the folder is made with the first file. */
  readonly create: boolean;
}

/** The folder itself may be reached through a link: it is often on another disk. */
export async function findRoot({ path, create }: Root): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (create || !isMissing(cause)) throw cause;
    // Not made, and not taken as empty: it may be where another disk is to be mounted.
    throw new FileStoreError('refused', `The folder ${path} does not exist.`, { cause });
  }
}

export async function makeRoot(root: Root): Promise<string> {
  if (root.create) {
    // The data folder is open to the user of the embedded database, this one is not.
    await mkdir(dirname(root.path), { recursive: true, mode: 0o711 });
    await mkdir(root.path, { recursive: true, mode: ownerOnly });
  }
  return findRoot(root);
}

/** Below the root no link is followed: whoever makes one could lead files of one tenant to another, or elsewhere. */
export async function assertFolders(root: string, key: string): Promise<void> {
  for (const folder of foldersOf(root, key)) {
    if (!(await lstat(folder)).isDirectory()) throw foreignEntryError('a link or file in place of a folder');
  }
}

/** Makes the folders of a key durable, so that a file in them survives a loss of power. */
export async function makeFolders(root: string, key: string): Promise<void> {
  for (const folder of foldersOf(root, key)) {
    const made = await mkdir(folder, { mode: ownerOnly }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (made) await syncFolder(dirname(folder));
  }
  await assertFolders(root, key);
}

/** Folders that became empty. One that got a new file meanwhile stays. */
export async function removeEmptyFolders(root: string, key: string): Promise<void> {
  for (const folder of foldersOf(root, key).toReversed()) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

/** A rename or removal is on the disk only once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Fails while less than the reserve would be left: the embedded database may need the same disk. */
export async function assertSpace(root: string, bytes: number, reserveBytes: number): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(root);
  // Some file systems do not say how large they are.
  if (blocks === 0 || bavail * bsize - bytes >= reserveBytes) return;
  throw new FileStoreError(
    'full',
    `The disk of the files has too little space: ${Math.round(reserveBytes / 1024 ** 2)} MiB are kept free.`,
  );
}

export const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

/** From the tenant's down to the one that the file is in. */
function foldersOf(root: string, key: string): string[] {
  const parts = key.split('/').slice(0, -1);
  return parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
}
