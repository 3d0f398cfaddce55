import type { Readable, Writable } from 'node:stream';
import type { FileName, FilePrefix } from './file-name.ts';

/** The largest file that a store takes: nine hours of a call in two channels. */
export const largestFileBytes = 1024 ** 3;

/** A place for large objects. Every failure is a FileStoreError. `docs/files.md` has the rules. */
export interface FileStore {
  /** Written beside the name of a file wherever one is referred to, so that it is found after new files go elsewhere. */
  readonly id: string;
  /**
   * Stores the whole body or nothing, and replaces a file of that name. When it fails, the body is destroyed. After a
   * failure that is `unavailable` the whole file may be there; storing it again is safe.
   */
  put(name: FileName, body: AsyncIterable<Uint8Array>, options: PutOptions): Promise<PutResult>;
  /** The body ends with an error if the store delivers fewer or more bytes than `length`. */
  get(name: FileName, range?: FileRange): Promise<FileContent>;
  head(name: FileName): Promise<StoredFile>;
  /** Deleting what is not there is no error. */
  delete(name: FileName): Promise<void>;
  /** In the order of the names. A page may be short; the last one is that without `next`. */
  list(prefix: FilePrefix, page?: PageRequest): Promise<FilePage>;
  /** Removes what puts have left that were cut off, and returns how many. */
  removeLeftovers(): Promise<number>;
  /** Aborts what is under way. */
  close(): Promise<void>;
}

export interface PutOptions {
  /** A body of another size is refused. Null: unknown until its end. */
  readonly size: number | null;
  readonly signal?: AbortSignal;
}

export interface PutResult {
  readonly size: number;
  readonly version: string;
}

export interface StoredFile {
  readonly name: FileName;
  readonly size: number;
  readonly contentType: string;
  /** Another one after every put; fit for an ETag. */
  readonly version: string;
  readonly modifiedAt: Date;
}

/** Inclusive, counted from 0, as in HTTP. A `last` beyond the end means the end. */
export type FileRange =
  | { readonly first: number; readonly last?: number }
  /** The last bytes of the file. */
  | { readonly suffix: number };

export interface FileContent {
  readonly file: StoredFile;
  readonly first: number;
  readonly length: number;
  /** To be read or destroyed. */
  readonly body: Readable;
  /**
   * Writes the body to somebody who takes it chunk by chunk, with less memory than by reading it: instead of it, and not at
   * once. Resolves when all was taken, before the end; fails as the body does, and when nobody takes it any more. Left out
   * where a store cannot.
   */
  readonly sendTo?: (taker: Writable) => Promise<void>;
}

export interface PageRequest {
  /** From 1 to 1000, which is the default. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface FilePage {
  readonly files: readonly StoredFile[];
  readonly next: string | null;
}

/** The stores of a deployment: new files go to one, and each file is read where it was put. */
export interface FileStores {
  readonly current: FileStore;
  /** Throws a FileStoreError (`refused`) for a store that this server is not connected to. */
  get(id: string): FileStore;
}

export const largestPage = 1000;

/** The id of every folder: a deployment has one, and it may be moved to another disk. */
export const localFolderId = 'folder';
