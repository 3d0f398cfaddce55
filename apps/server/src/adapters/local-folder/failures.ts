import { BodyError } from '../../ports/file-body.ts';
import { type FileFailure, FileStoreError } from '../../ports/file-store-error.ts';

const failures: Readonly<Record<string, FileFailure>> = {
  ENOENT: 'missing',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'too_large',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  // A link, a folder or a device where a file of ours should be.
  ELOOP: 'refused',
  ENOTDIR: 'refused',
  EISDIR: 'refused',
  EEXIST: 'refused',
  ENOTEMPTY: 'refused',
  ENXIO: 'refused',
  EINVAL: 'refused',
};

const sentences: Record<FileFailure, string> = {
  missing: 'The file does not exist.',
  out_of_range: 'The file has no such bytes.',
  too_large: 'The file system does not take a file of this size.',
  size_mismatch: 'The body has another size than stated.',
  full: 'The disk is full.',
  refused: 'The folder of files cannot be used.',
  unavailable: 'The disk did not store or read a file.',
};

/** What an error of the file system means to the caller. An error of the body is passed on as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof BodyError) return error.cause;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (error instanceof FileStoreError || typeof code !== 'string') return error;
  const failure = failures[code] ?? 'unavailable';
  return new FileStoreError(failure, sentences[failure], { cause: error, code });
}

/** The body of a file ended too early or too late, or could not be read. */
export function readFailure(cause: unknown): Error {
  return new FileStoreError('unavailable', 'A file could not be read to its end.', { cause });
}

export const foreignEntryError = (what: string) =>
  new FileStoreError('refused', `In the folder of files there is ${what} that Parley did not make.`);
