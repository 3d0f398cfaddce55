import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { type Connection, connectTo } from './connection.ts';
import { connectionFailure, protocolFailure, responseFailure } from './failures.ts';
import { encodePath, encodeQuery, type Query, type SigningKeys, sha256, signRequest } from './signature.ts';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Null: the bucket itself. */
  readonly key: string | null;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** In memory, so that it can be sent again. */
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

export interface S3Response {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ClientOptions {
  readonly address: { readonly endpoint: string; readonly bucketPath: string };
  /** Read for each request, so that a new secret applies at once. */
  readonly keys: () => SigningKeys;
  readonly lookup?: LookupFunction | undefined;
  readonly attempts: number;
  /** Before the second attempt; doubled for each further one. */
  readonly retryDelayMs: number;
  /** For one attempt, until its response begins and again until it is complete. */
  readonly timeoutMs: number;
}

export interface S3Client {
  /** The response is read to its end. */
  send(request: S3Request): Promise<S3Response>;
  /** Leaves the body of the response to the caller. */
  open(request: S3Request): Promise<IncomingMessage>;
  close(): void;
}

/** A page of a thousand long names has less than half of it. */
const largestResponse = 2 * 1024 ** 2;
const noBody = sha256('');

/** Signs requests and repeats those that failed for a moment. */
export function createS3Client(options: ClientOptions): S3Client {
  const connection = connectTo(options.address.endpoint, options.lookup);
  const once = (request: S3Request) => sendOnce(connection, options, request);

  const repeated = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        // The caller's own reason, not the broken connection that follows from it.
        if (signal.aborted) throw signal.reason;
        const failure = connectionFailure(error);
        const again = failure instanceof FileStoreError && failure.retryable && attempt < options.attempts;
        if (!again) throw failure;
        const wait = options.retryDelayMs * 2 ** (attempt - 1);
        await delay(wait * (0.5 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  };

  return {
    send: (request) =>
      repeated(request.signal, async () => {
        const response = await once(request);
        const text = await readText(response, options.timeoutMs);
        // A multipart upload that fails at its end may do so after the status was sent.
        if (/^\s*(?:<\?xml[^>]*>\s*)?<Error>/.test(text)) throw responseFailure(500, response.headers, text);
        return { headers: response.headers, text };
      }),
    open: (request) => repeated(request.signal, () => once(request)),
    close: () => connection.close(),
  };
}

async function sendOnce(
  connection: Connection,
  { address, keys, timeoutMs }: ClientOptions,
  request: S3Request,
): Promise<IncomingMessage> {
  const { method, key, query = {}, body = null, signal } = request;
  const path = encodePath(key === null ? address.bucketPath || '/' : `${address.bucketPath}/${key}`);
  const headers = signRequest(
    {
      method,
      host: connection.host,
      path,
      query,
      headers: request.headers ?? {},
      payloadHash: body === null ? noBody : sha256(body),
    },
    keys(),
    new Date(),
  );
  const text = encodeQuery(query);
  const response = await connection.send({
    method,
    path: text === '' ? path : `${path}?${text}`,
    headers,
    body,
    timeoutMs,
    signal,
  });
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return response;
  throw responseFailure(status, response.headers, await readText(response, timeoutMs));
}

async function readText(response: IncomingMessage, timeoutMs: number): Promise<string> {
  const timer = setTimeout(() => response.destroy(new Error('The response did not end in time.')), timeoutMs);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > largestResponse) throw protocolFailure('more than it was asked for');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
}
