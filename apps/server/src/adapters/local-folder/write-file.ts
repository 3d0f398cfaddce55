import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { constants, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { assertSpace, isMissing, makeFolders, syncFolder, temporaryFolder } from './folders.ts';

/** A body may be endless or its size unknown, so free space is looked at again and again. */
const checkSpaceEveryBytes = 64 * 1024 ** 2;
/** Another process may remove a folder that is empty just before a file is moved into it. */
const mostMoves = 5;

export interface WriteOptions {
  readonly root: string;
  readonly key: string;
  readonly size: number | null;
  readonly reserveBytes: number;
}

/** Writes the chunks beside the file and then moves them into place: readers see the old file or the whole new one. */
export async function writeFile(
  chunks: AsyncIterable<Uint8Array>,
  { root, key, size, reserveBytes }: WriteOptions,
): Promise<BigIntStats> {
  await assertSpace(root, size ?? 0, reserveBytes);
  const temporaryKey = `${temporaryFolder}/${randomUUID()}`;
  await makeFolders(root, temporaryKey);
  const temporary = join(root, temporaryKey);
  try {
    const stats = await writeTemporary(temporary, watchSpace(chunks, root, reserveBytes));
    await moveIntoPlace(temporary, root, key);
    return stats;
  } catch (error) {
    await rm(temporary, { force: true });
    if (!isMissing(error)) throw error;
    throw new FileStoreError('unavailable', 'The folder of files was changed while a file was stored.', {
      cause: error,
    });
  }
}

async function writeTemporary(path: string, chunks: AsyncIterable<Uint8Array>): Promise<BigIntStats> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  await using handle = await open(path, flags, 0o600);
  await handle.writeFile(chunks);
  await handle.sync();
  return handle.stat({ bigint: true });
}

async function moveIntoPlace(temporary: string, root: string, key: string): Promise<void> {
  const path = join(root, key);
  for (let move = 1; ; move += 1) {
    try {
      await makeFolders(root, key);
      await rename(temporary, path);
      break;
    } catch (error) {
      if (!isMissing(error) || move === mostMoves) throw error;
    }
  }
  await syncFolder(dirname(path)).catch((error) => {
    // Somebody has deleted the file already, and the folder with it.
    if (!isMissing(error)) throw error;
  });
}

async function* watchSpace(chunks: AsyncIterable<Uint8Array>, root: string, reserveBytes: number) {
  let unchecked = 0;
  for await (const chunk of chunks) {
    unchecked += chunk.length;
    if (unchecked >= checkSpaceEveryBytes) {
      await assertSpace(root, chunk.length, reserveBytes);
      unchecked = 0;
    }
    yield chunk;
  }
}
