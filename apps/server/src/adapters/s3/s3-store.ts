import type { LookupFunction } from 'node:net';
import { abortable, discard } from '../../lib/abortable.ts';
import { exactLength } from '../../lib/exact-length.ts';
import { InFlight } from '../../lib/in-flight.ts';
import { assertSize, checkedBody } from '../../ports/file-body.ts';
import { contentTypes, type FileName, fileKey, prefixKey } from '../../ports/file-name.ts';
import { assertRange, outOfRange } from '../../ports/file-range.ts';
import { type FileRange, type FileStore, largestPage } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { addressOf, type S3Location, s3Id } from './address.ts';
import { createS3Client } from './client.ts';
import { connectionFailure } from './failures.ts';
import { abortLeftoverUploads } from './leftovers.ts';
import { fileOf, filesIn, rangeHeader, sizeIn, spanIn, versionOf } from './responses.ts';
import { upload } from './upload.ts';
import { textOf } from './xml.ts';

export interface S3Options extends S3Location {
  readonly accessKeyId: string;
  /** A function is asked before each request. */
  readonly secretAccessKey: string | (() => string);
  /** Where the host of the endpoint may be. */
  readonly lookup?: LookupFunction;
  readonly mostBytes?: number;
  /** S3 wants 5 MiB at least, except for the last part. One part of each put is in memory. */
  readonly partBytes?: number;
  readonly attempts?: number;
  readonly retryDelayMs?: number;
  readonly timeoutMs?: number;
  /** How long a body that somebody waits for may be silent. */
  readonly stallMs?: number;
}

const defaults = {
  partBytes: 8 * 1024 ** 2,
  attempts: 3,
  retryDelayMs: 200,
  // Enough for one part at 1 Mbit/s.
  timeoutMs: 75_000,
  stallMs: 20_000,
};
const closed = () => new FileStoreError('unavailable', 'The server stops, so no file is stored or read.');

/** Files in a bucket of S3 or of a server that speaks its protocol. Opens no connection before it is used. */
export function createS3Store(options: S3Options): FileStore {
  const { partBytes, attempts, retryDelayMs, timeoutMs, stallMs } = { ...defaults, ...options };
  const { accessKeyId, secretAccessKey: secret, region, mostBytes, lookup } = options;
  const keys = () => ({
    accessKeyId,
    secretAccessKey: typeof secret === 'function' ? secret() : secret,
    region,
  });
  const address = addressOf(options);
  const client = createS3Client({ address, keys, lookup, attempts, retryDelayMs, timeoutMs });
  const inFlight = new InFlight(closed);
  const keyPrefix = options.prefix === '' ? '' : `${options.prefix}/`;
  const keyOf = (name: FileName) => `${keyPrefix}${fileKey(name)}`;

  const headOf = async (name: FileName, signal: AbortSignal) => {
    const { headers } = await client.send({ method: 'HEAD', key: keyOf(name), signal });
    return fileOf(name, sizeIn(headers), headers);
  };

  return {
    id: s3Id(options),

    async put(name, body, { size, signal }) {
      try {
        const key = keyOf(name);
        assertSize(size, mostBytes);
        const contentType = contentTypes[name.type];
        const stored = await inFlight.run((either) => {
          const chunks = checkedBody(abortable(body, either), size, mostBytes);
          return upload(chunks, { client, key, contentType, partBytes, signal: either });
        }, signal);
        return { size: stored.size, version: versionOf(stored.etag) };
      } catch (error) {
        discard(body);
        // The caller's own reason is no failure of the store.
        throw signal?.aborted && error === signal.reason ? error : connectionFailure(error);
      }
    },

    get: (name, range) =>
      inFlight.run(async (signal) => {
        const key = keyOf(name);
        if (range !== undefined) assertRange(range);
        // Not every server knows that no byte is an empty range.
        if (isEmptySuffix(range)) throw outOfRange((await headOf(name, signal)).size);
        const headers = range === undefined ? {} : { range: rangeHeader(range) };
        const response = await client.open({ method: 'GET', key, headers, signal });
        try {
          const { first, length, size } = spanIn(response, range);
          const file = fileOf(name, size, response.headers);
          const body = exactLength(response, { length, failure: connectionFailure, stallMs });
          return { file, first, length, body };
        } catch (error) {
          response.destroy();
          throw error;
        }
      }),

    head: (name) => inFlight.run((signal) => headOf(name, signal)),

    delete: (name) =>
      inFlight.run(async (signal) => {
        try {
          await client.send({ method: 'DELETE', key: keyOf(name), signal });
        } catch (error) {
          if (!(error instanceof FileStoreError && error.failure === 'missing')) throw error;
        }
      }),

    list: (prefix, { limit = largestPage, after } = {}) =>
      inFlight.run(async (signal) => {
        const query = {
          'list-type': '2',
          prefix: `${keyPrefix}${prefixKey(prefix)}`,
          'max-keys': String(Math.min(limit, largestPage)),
          ...(after !== undefined && { 'continuation-token': after }),
        };
        const { text } = await client.send({ method: 'GET', key: null, query, signal });
        return { files: filesIn(text, keyPrefix), next: textOf(text, 'NextContinuationToken') };
      }),

    removeLeftovers: () => inFlight.run((signal) => abortLeftoverUploads(client, keyPrefix, signal)),

    async close() {
      await inFlight.close();
      client.close();
    },
  };
}

const isEmptySuffix = (range: FileRange | undefined) =>
  range !== undefined && 'suffix' in range && range.suffix === 0;
