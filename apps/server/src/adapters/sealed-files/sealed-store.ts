import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { discard } from '../../lib/abortable.ts';
import { assertSize, BodyError } from '../../ports/file-body.ts';
import { type FileName, fileKey } from '../../ports/file-name.ts';
import { spanOf } from '../../ports/file-range.ts';
import { type FileStore, largestFileBytes, type StoredFile } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { damaged, FileCipher, type FilesKey } from './file-key.ts';
import {
  headerBytes,
  pieceBytes,
  plainSize,
  readHeader,
  type SealedHeader,
  saltBytes,
  sealedPieceBytes,
  sealedSize,
  writeHeader,
} from './format.ts';
import { KeyMarks } from './key-marks.ts';
import { notOpened, openBody, sealBody } from './seal-body.ts';

export interface SealedStoreOptions {
  /** New files are encrypted with it; null: they are not. */
  readonly key: FilesKey | null;
  /** Files may be encrypted with these, too. */
  readonly previous?: readonly FilesKey[];
  readonly mostBytes?: number;
  /** Without a key: whoever ends the encryption of a store wants what was encrypted there in the clear. */
  readonly mayStoreInTheClear?: boolean;
}

/** Of a file in the clear, so that it fits when it is encrypted. */
const largestPlainBytes = largestFileBytes - (sealedSize(largestFileBytes) - largestFileBytes);
/** A file that is replaced all the time cannot be read. */
const mostTries = 4;
const listedAtOnce = 8;

interface Found {
  readonly file: StoredFile;
  /** Null: it is not encrypted. */
  readonly header: SealedHeader | null;
}

/** What a store has of a file beside its content. */
export interface SealedStore extends FileStore {
  /** The id of the key that a file is encrypted with; null: none. */
  keyOf(name: FileName): Promise<string | null>;
  readonly marks: KeyMarks;
}

/** Encrypts what is put into a store, and reads what is encrypted there. Files from before stay readable as they are. */
export function createSealedStore(store: FileStore, options: SealedStoreOptions): SealedStore {
  const { key, previous = [], mostBytes = largestPlainBytes } = options;
  const keys = new Map([...previous, ...(key ? [key] : [])].map((one) => [one.id, one]));
  const marks = new KeyMarks(store);
  const keyFor = ({ keyId }: SealedHeader): FilesKey => {
    const found = keys.get(keyId);
    if (!found) throw notOpened(keyId);
    return found;
  };

  const find = async (name: FileName): Promise<Found> => {
    try {
      const { file, body } = await store.get(name, { first: 0, last: headerBytes - 1 });
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      const header = readHeader(Buffer.concat(chunks));
      return { file: header ? { ...file, size: plainSizeOf(file.size) } : file, header };
    } catch (error) {
      if (!(error instanceof FileStoreError) || error.failure !== 'out_of_range') throw error;
      return { file: await store.head(name), header: null };
    }
  };

  /** Without keys nothing is looked at, unless something was encrypted here before. */
  const isPlain = async () => keys.size === 0 && (await marks.ids()).size === 0;

  return {
    id: store.id,
    marks,
    keyOf: async (name) => (await find(name)).header?.keyId ?? null,

    async put(name, body, { size, signal }) {
      try {
        if (!key) {
          if (!options.mayStoreInTheClear) await refuseUnencrypted(marks);
          return await store.put(name, body, { size, ...(signal && { signal }) });
        }
        const path = fileKey(name);
        assertSize(size, mostBytes);
        await marks.add(key);
        const salt = randomBytes(saltBytes);
        const sealing = {
          header: writeHeader({ keyId: key.id, salt }),
          cipher: new FileCipher(key, salt, path),
        };
        const sealed = sealBody(body, sealing, { size, most: mostBytes });
        const stored = await store.put(name, sealed, {
          size: size === null ? null : sealedSize(size),
          ...(signal && { signal }),
        });
        return { size: plainSizeOf(stored.size), version: stored.version };
      } catch (error) {
        discard(body);
        throw error instanceof BodyError ? error.cause : error;
      }
    },

    async get(name, range) {
      if (await isPlain()) return store.get(name, range);
      for (let tries = 0; tries < mostTries; tries += 1) {
        const { file, header } = await find(name);
        if (!header) return store.get(name, range);
        const cipher = new FileCipher(keyFor(header), header.salt, fileKey(name));
        const { first, length } = spanOf(range, file.size);
        if (length === 0) return { file, first, length, body: Readable.from([]) };
        const lastPiece = Math.floor((first + length - 1) / pieceBytes);
        const content = await store.get(name, {
          first: headerBytes + Math.floor(first / pieceBytes) * sealedPieceBytes,
          last: headerBytes + (lastPiece + 1) * sealedPieceBytes - 1,
        });
        if (content.file.version === file.version) {
          const body = openBody(content.body, cipher, { size: file.size, first, length });
          return { file, first, length, body };
        }
        // It was replaced meanwhile.
        content.body.destroy();
      }
      throw new FileStoreError('unavailable', 'The file is being replaced again and again.');
    },

    head: async (name) => ((await isPlain()) ? store.head(name) : (await find(name)).file),
    delete: (name) => store.delete(name),

    async list(prefix, page) {
      const listed = await store.list(prefix, page);
      if (await isPlain()) return listed;
      const files: StoredFile[] = [];
      for (let at = 0; at < listed.files.length; at += listedAtOnce) {
        const some = listed.files.slice(at, at + listedAtOnce);
        files.push(...(await Promise.all(some.map((file) => sizedIn(file, find)))).flat());
      }
      return { files, next: listed.next };
    },

    removeLeftovers: () => store.removeLeftovers(),
    close: () => store.close(),
  };
}

/** As it is listed, with its size in the clear; none where it has gone meanwhile. */
async function sizedIn(file: StoredFile, find: (name: FileName) => Promise<Found>): Promise<StoredFile[]> {
  try {
    const { size } = (await find(file.name)).file;
    return [{ ...file, size }];
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    if (error.failure === 'missing') return [];
    // One that cannot be read is listed as it is, so that it does not hide the others.
    if (error.failure === 'refused') return [file];
    throw error;
  }
}

function plainSizeOf(sealed: number): number {
  const size = plainSize(sealed);
  if (size === null) throw damaged();
  return size;
}

/** Whoever forgets the key does not store in the clear what was encrypted until now. */
async function refuseUnencrypted(marks: KeyMarks): Promise<void> {
  if ((await marks.ids()).size === 0) return;
  const [keyId] = await marks.refresh();
  if (keyId !== undefined) throw notOpened(keyId);
}
