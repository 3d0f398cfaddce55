export type FileFailure =
  /** There is no file of this name. */
  | 'missing'
  /** The file has no byte in the range; `size` says how many it has. */
  | 'out_of_range'
  /** More bytes than a file may have. */
  | 'too_large'
  /** The body was shorter or longer than its stated size. */
  | 'size_mismatch'
  /** No space left. Somebody has to make room. */
  | 'full'
  /** The store does not allow it, or is set up wrongly. Repeating it does not help. */
  | 'refused'
  /** The store did not answer, or broke off. The same request may succeed later. */
  | 'unavailable';

interface Details {
  readonly cause?: unknown;
  /** Of the whole file, where the range was wrong. */
  readonly size?: number;
  /** The error code of the store itself, such as ENOSPC or AccessDenied. */
  readonly code?: string;
}

/** The one error that a file store reports. An error of the body that is being stored is passed on as it is. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
  readonly failure: FileFailure;
  readonly size: number | null;
  readonly code: string | null;

  constructor(failure: FileFailure, message: string, { cause, size, code }: Details = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.failure = failure;
    this.size = size ?? null;
    this.code = code ?? null;
  }

  get retryable(): boolean {
    return this.failure === 'unavailable';
  }
}
