import { randomUUID } from 'node:crypto';
import { FileStoreError } from '../../ports/file-store-error.ts';
import type { S3Client } from './client.ts';
import { protocolFailure } from './failures.ts';
import { type Part, partsOf } from './parts.ts';
import { escapeXml, textOf } from './xml.ts';

export interface Upload {
  readonly client: S3Client;
  readonly key: string;
  readonly contentType: string;
  readonly partBytes: number;
  readonly signal: AbortSignal;
}

export interface Uploaded {
  readonly size: number;
  readonly etag: string;
}

/** Tells an upload of ours from an earlier file of the same name. */
const putIdHeader = 'x-amz-meta-put-id';
/** An upload is also aborted while the server stops, which must not wait for a store that does not answer. */
const abortTimeoutMs = 5_000;

/** One request for what fits into one part; several for more. The file appears with the last one. */
export async function upload(chunks: AsyncIterable<Uint8Array>, target: Upload): Promise<Uploaded> {
  const parts = partsOf(chunks, target.partBytes);
  try {
    const { value: first } = await parts.next();
    if (first === undefined) throw new Error('A body has at least one part.');
    return first.last ? await putWhole(first.bytes, target) : await putInParts(first, parts, target);
  } finally {
    await parts.return(undefined);
  }
}

async function putWhole(body: Uint8Array, { client, key, contentType, signal }: Upload) {
  const headers = { 'content-type': contentType };
  const response = await client.send({ method: 'PUT', key, headers, body, signal });
  return { size: body.length, etag: etagOf(response.headers.etag) };
}

async function putInParts(first: Part, rest: AsyncIterable<Part>, target: Upload): Promise<Uploaded> {
  const { client, key, contentType, signal } = target;
  const putId = randomUUID();
  const headers = { 'content-type': contentType, [putIdHeader]: putId };
  const begun = await client.send({ method: 'POST', key, query: { uploads: '' }, headers, signal });
  const uploadId = textOf(begun.text, 'UploadId');
  if (!uploadId) throw protocolFailure('no id of the upload');
  try {
    const etags = [await putPart(first, 1, uploadId, target)];
    let size = first.bytes.length;
    for await (const part of rest) {
      etags.push(await putPart(part, etags.length + 1, uploadId, target));
      size += part.bytes.length;
    }
    return { size, etag: await complete(etags, uploadId, putId, target) };
  } catch (error) {
    await abort(uploadId, target);
    throw error;
  }
}

async function putPart(part: Part, number: number, uploadId: string, { client, key, signal }: Upload) {
  const query = { partNumber: String(number), uploadId };
  const response = await client.send({ method: 'PUT', key, query, body: part.bytes, signal });
  return etagOf(response.headers.etag);
}

async function complete(etags: readonly string[], uploadId: string, putId: string, target: Upload) {
  const { client, key, signal } = target;
  const list = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
  try {
    const query = { uploadId };
    const { text } = await client.send({ method: 'POST', key, query, body, signal });
    return etagOf(textOf(text, 'ETag') ?? undefined);
  } catch (error) {
    // The first attempt succeeded if its response was lost: then the upload is gone and the file is there.
    if (!(error instanceof FileStoreError && error.failure === 'missing')) throw error;
    const stored = await client.send({ method: 'HEAD', key, signal });
    if (stored.headers[putIdHeader] === putId) return etagOf(stored.headers.etag);
    throw new FileStoreError('unavailable', 'The file store has lost an upload.', { cause: error });
  }
}

/** What was uploaded costs space until it is aborted. Best effort: a rule of the bucket can do it too. */
async function abort(uploadId: string, { client, key }: Upload): Promise<void> {
  const signal = AbortSignal.timeout(abortTimeoutMs);
  await client.send({ method: 'DELETE', key, query: { uploadId }, signal }).catch(() => {});
}

function etagOf(value: string | undefined): string {
  if (!value) throw protocolFailure('no ETag');
  return value;
}
