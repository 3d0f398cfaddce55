import type { ErrorCode } from './contract-types.ts';

/** What only the client can say: no answer came, or none that it can read. */
export type ClientErrorCode = 'no_answer' | 'timed_out' | 'unreadable_answer' | 'redirected';

/** A server that is newer than the client may have further codes. */
export type AnyErrorCode = ErrorCode | ClientErrorCode | (string & {});

export interface FailedRequest {
  readonly status: number | null;
  readonly code: AnyErrorCode;
  readonly details?: unknown;
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

/** A request that was refused, or whose answer did not come. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** Of the answer; null where none came. */
  readonly status: number | null;
  readonly code: AnyErrorCode;
  /** What a program needs beside the sentence, for some codes. */
  readonly details: unknown;
  /** By which the server or a proxy before it names the request; null where it did not. */
  readonly requestId: string | null;
  /** Seconds after which another attempt makes sense; null where the server did not say. */
  readonly retryAfter: number | null;

  constructor(sentence: string, failed: FailedRequest) {
    super(sentence, failed.cause === undefined ? undefined : { cause: failed.cause });
    this.status = failed.status;
    this.code = failed.code;
    this.details = failed.details;
    this.requestId = failed.requestId ?? null;
    this.retryAfter = failed.retryAfter ?? null;
  }
}
