import type { BigIntStats } from 'node:fs';
import { constants, type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { abortable, discard } from '../../lib/abortable.ts';
import { exactLength } from '../../lib/exact-length.ts';
import { InFlight } from '../../lib/in-flight.ts';
import { assertSize, checkedBody } from '../../ports/file-body.ts';
import { contentTypes, type FileName, fileKey, parseFileKey } from '../../ports/file-name.ts';
import { spanOf } from '../../ports/file-range.ts';
import {
  type FilePage,
  type FileStore,
  largestPage,
  localFolderId,
  type StoredFile,
} from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { failureOf, foreignEntryError, readFailure } from './failures.ts';
import { assertFolders, findRoot, makeRoot, type Root, removeEmptyFolders, syncFolder } from './folders.ts';
import { removeLeftoverFiles } from './leftovers.ts';
import { keysBelow, statOf } from './list-files.ts';
import { bodyOfBytes, readAtOnceBytes, readPart } from './read-part.ts';
import { sendPart } from './send-part.ts';
import { writeFile } from './write-file.ts';

export interface LocalFolderOptions extends Root {
  readonly mostBytes?: number;
  /** How much of the disk is kept free. */
  readonly reserveBytes?: number;
}

const defaultReserveBytes = 512 * 1024 ** 2;
const sweepEveryMs = 3_600_000;
const closed = () => new FileStoreError('unavailable', 'The server stops, so no file is stored.');

/** Files in a folder of this machine, or one that several machines have mounted. */
export function createFolderStore(options: LocalFolderOptions): FileStore {
  const { mostBytes, reserveBytes = defaultReserveBytes } = options;
  const inFlight = new InFlight(closed);
  let sweptAt = Number.NEGATIVE_INFINITY;

  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error);
    }
  };

  const removeLeftovers = () =>
    attempt(async () => {
      sweptAt = Date.now();
      return removeLeftoverFiles(await findRoot(options));
    }).catch(otherwise(0));

  return {
    id: localFolderId,

    async put(name, body, { size, signal }) {
      try {
        const key = fileKey(name);
        assertSize(size, mostBytes);
        // A server that was killed is soon back, before its leftovers are old; so they are looked for later as well.
        if (Date.now() - sweptAt > sweepEveryMs) await removeLeftovers().catch(() => 0);
        const stats = await inFlight.run(async (either) => {
          const chunks = checkedBody(abortable(body, either), size, mostBytes);
          return writeFile(chunks, { root: await makeRoot(options), key, size, reserveBytes });
        }, signal);
        return { size: Number(stats.size), version: versionOf(stats) };
      } catch (error) {
        discard(body);
        // The caller's own reason is no failure of the store.
        throw signal?.aborted && error === signal.reason ? error : failureOf(error);
      }
    },

    get: (name, range) =>
      attempt(async () => {
        const handle = await openFile(await findRoot(options), fileKey(name));
        try {
          const stats = await handle.stat({ bigint: true });
          if (!stats.isFile()) throw foreignEntryError('something in place of a file');
          const file = fileOf(name, stats);
          const { first, length } = spanOf(range, file.size);
          if (length <= readAtOnceBytes) {
            const body = bodyOfBytes(await readPart(handle, first, length));
            await handle.close();
            return { file, first, length, body };
          }
          let body: Readable | null = null;
          return {
            ...{ file, first, length },
            // Made when it is wanted: with `sendTo` it is not.
            get body() {
              body ??= streamOf(handle, first, length);
              return body;
            },
            sendTo: (taker) => sendPart(handle, { first, length }, taker),
          };
        } catch (error) {
          await handle.close();
          throw error;
        }
      }),

    head: (name) =>
      attempt(async () => {
        const root = await findRoot(options);
        const key = fileKey(name);
        await assertFolders(root, key);
        const stats = await statOf(root, key);
        if (stats === null) throw new FileStoreError('missing', 'The file does not exist.');
        if (!stats.isFile()) throw foreignEntryError('something in place of a file');
        return fileOf(name, stats);
      }),

    delete: (name) =>
      attempt(async () => {
        const key = fileKey(name);
        const root = await findRoot(options);
        await assertFolders(root, key);
        await unlink(join(root, key));
        await syncFolder(dirname(join(root, key)));
        await removeEmptyFolders(root, key);
      }).catch(otherwise(undefined)),

    list: (prefix, { limit = largestPage, after = '' } = {}) =>
      attempt(async () => {
        const root = await findRoot(options);
        const later = (await keysBelow(root, prefix)).filter((key) => key > after);
        const keys = later.slice(0, Math.min(limit, largestPage));
        const files: StoredFile[] = [];
        for (const key of keys) {
          const name = parseFileKey(key);
          const stats = name && (await statOf(root, key));
          if (name && stats) files.push(fileOf(name, stats));
        }
        return { files, next: later.length > keys.length ? (keys.at(-1) ?? null) : null };
      }).catch(otherwise<FilePage>({ files: [], next: null })),

    removeLeftovers,
    close: () => inFlight.close(),
  };
}

function streamOf(handle: FileHandle, first: number, length: number): Readable {
  const source = handle.createReadStream({
    ...{ start: first, end: first + length - 1, highWaterMark: readAtOnceBytes },
  });
  return exactLength(source, { length, failure: readFailure });
}

/** No link and no pipe is opened in place of a file. */
async function openFile(root: string, key: string) {
  await assertFolders(root, key);
  return open(join(root, key), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

function fileOf(name: FileName, stats: BigIntStats): StoredFile {
  return {
    name,
    size: Number(stats.size),
    contentType: contentTypes[name.type],
    version: versionOf(stats),
    modifiedAt: new Date(Number(stats.mtimeMs)),
  };
}

/** Every put makes a new file, with a number of its own or a later time. */
const versionOf = ({ ino, mtimeNs, size }: BigIntStats) =>
  [ino, mtimeNs, size].map((n) => n.toString(36)).join('-');

/** What a missing file or folder means where that is no error. */
function otherwise<T>(result: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof FileStoreError && error.failure === 'missing') return result;
    throw error;
  };
}
