import type { ErrorCode } from '@parley/contract';

/** What the page itself knows that the server could not say. */
export type LocalErrorCode = 'network_failed' | 'bad_answer' | 'http_error';

/** A request that did not succeed. `message` is a sentence for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when no answer came at all, so nobody knows whether the server acted. */
  readonly status: number;
  readonly code: ErrorCode | LocalErrorCode | (string & {});

  constructor(message: string, status: number, code: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

/** What to show of any failure. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
