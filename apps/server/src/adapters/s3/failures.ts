import type { IncomingHttpHeaders } from 'node:http';
import { HostRefused } from '../../lib/host-guard.ts';
import { BodyError } from '../../ports/file-body.ts';
import { outOfRange } from '../../ports/file-range.ts';
import { type FileFailure, FileStoreError } from '../../ports/file-store-error.ts';
import { textOf } from './xml.ts';

/** Codes that say more than their status. */
const byCode: Readonly<Record<string, FileFailure>> = {
  NoSuchKey: 'missing',
  NoSuchUpload: 'missing',
  NoSuchBucket: 'refused',
  EntityTooLarge: 'too_large',
  QuotaExceeded: 'full',
  InsufficientStorage: 'full',
  XMinioStorageFull: 'full',
  // The body was damaged or cut on its way.
  BadDigest: 'unavailable',
  IncompleteBody: 'unavailable',
  RequestTimeout: 'unavailable',
  XAmzContentSHA256Mismatch: 'unavailable',
  InternalError: 'unavailable',
  SlowDown: 'unavailable',
};

const byStatus: Readonly<Record<number, FileFailure>> = {
  404: 'missing',
  408: 'unavailable',
  409: 'unavailable',
  413: 'too_large',
  425: 'unavailable',
  429: 'unavailable',
  507: 'full',
};

const hints: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed: ': the clock of this machine is wrong',
  NoSuchBucket: ': the bucket does not exist',
  PermanentRedirect: ': the bucket is in another region',
  AuthorizationHeaderMalformed: ': the bucket is in another region',
  InvalidAccessKeyId: ': the access key is unknown',
  SignatureDoesNotMatch: ': the secret access key is wrong',
};

const sentences: Record<FileFailure, string> = {
  missing: 'The file does not exist',
  out_of_range: 'The file has no such bytes',
  too_large: 'The file store does not take a file of this size',
  size_mismatch: 'The body has another size than stated',
  full: 'The file store is full',
  refused: 'The file store refused a request',
  unavailable: 'The file store failed',
};

/** A response that is no success. Its text is not repeated: it may name keys and signatures. */
export function responseFailure(status: number, headers: IncomingHttpHeaders, xml: string): FileStoreError {
  const code = textOf(xml, 'Code')?.match(/^\w{1,64}$/)?.[0] ?? `http_${status}`;
  const failure =
    byCode[code] ?? byStatus[status] ?? (status >= 500 && status !== 501 ? 'unavailable' : 'refused');
  if (status === 416) {
    const size = headers['content-range']?.split('/')[1] ?? textOf(xml, 'ActualObjectSize');
    if (size !== null && /^\d+$/.test(size)) return outOfRange(Number(size));
  }
  return new FileStoreError(failure, `${sentences[failure]} (${code})${hints[code] ?? ''}.`, { code });
}

/** A response that is not what the protocol promises. */
export const protocolFailure = (what: string) =>
  new FileStoreError('unavailable', `The file store answered with ${what}.`);

/** No response, or one that broke off. A certificate that is not accepted stays so. */
export function connectionFailure(error: unknown): Error {
  if (error instanceof FileStoreError) return error;
  if (error instanceof BodyError) return error.cause as Error;
  if (error instanceof HostRefused && error.refusal !== 'unresolved')
    return new FileStoreError('refused', 'The file store is in the network of this server.', {
      cause: error,
      code: 'host_not_allowed',
    });
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const certificate = code !== undefined && /CERT|UNABLE_TO_VERIFY|SELF_SIGNED|_TLS_|_SSL_/.test(code);
  return certificate
    ? new FileStoreError('refused', `The certificate of the file store is not accepted (${code}).`, {
        cause: error,
        code,
      })
    : new FileStoreError('unavailable', 'The connection to the file store failed.', {
        cause: error,
        ...(code !== undefined && { code }),
      });
}
