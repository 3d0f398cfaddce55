import type { ErrorCode } from '@parley/contract';

/** Codes of errors that the page detects itself. */
export type LocalErrorCode = 'network_failed' | 'bad_response' | 'http_error';

/** A request that failed. `message` is shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 without a response, when it is not known whether the server acted. */
  readonly status: number;
  readonly code: ErrorCode | LocalErrorCode | (string & {});
  /** What the server sent beside the sentence; the contract has its shape for each code. */
  readonly details: unknown;

  constructor(message: string, status: number, code: string, options?: ErrorOptions & { details?: unknown }) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.details = options?.details;
  }
}

/** What to show for any error. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
