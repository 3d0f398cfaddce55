import { type Problem, type ProblemCode, problemOf } from '@parley/contract';
import { type FileFailure, FileStoreError } from '../../ports/file-store-error.ts';

const codes: Record<FileFailure, ProblemCode> = {
  missing: 'storage_refused',
  out_of_range: 'storage_refused',
  too_large: 'storage_refused',
  size_mismatch: 'storage_refused',
  full: 'storage_full',
  refused: 'storage_refused',
  unavailable: 'storage_unreachable',
};

/** Codes of stores that say more than their failure. */
const byCode: Readonly<Record<string, ProblemCode>> = {
  NoSuchBucket: 'storage_missing',
  host_not_allowed: 'host_not_allowed',
};

/** Null when the work succeeds, otherwise what the storage did in words. */
export async function storageProblem(
  work: Promise<void>,
  { bucket, host }: { readonly bucket: string; readonly host: string },
): Promise<Problem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    const code = (error.code !== null && byCode[error.code]) || codes[error.failure];
    return problemOf(code, { bucket, host });
  }
}
