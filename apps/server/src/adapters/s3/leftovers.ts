import { parseFileKey } from '../../ports/file-name.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import type { S3Client } from './client.ts';
import { contentsOf, textOf } from './xml.ts';

/** Another server may still be at an upload; none takes so long. */
const abandonedAfterMs = 24 * 3_600_000;

/** Aborts uploads of servers that were killed: what they have sent takes space, and nobody sees it. */
export async function abortLeftoverUploads(
  client: S3Client,
  keyPrefix: string,
  signal: AbortSignal,
): Promise<number> {
  const text = await listUploads(client, keyPrefix, signal);
  let aborted = 0;
  for (const upload of contentsOf(text, 'Upload')) {
    const key = textOf(upload, 'Key') ?? '';
    const uploadId = textOf(upload, 'UploadId');
    const age = Date.now() - Date.parse(textOf(upload, 'Initiated') ?? '');
    const isOurs = key.startsWith(keyPrefix) && parseFileKey(key.slice(keyPrefix.length)) !== null;
    if (!isOurs || uploadId === null || !(age > abandonedAfterMs)) continue;
    await client.send({ method: 'DELETE', key, query: { uploadId }, signal }).catch(ignore('missing'));
    aborted += 1;
  }
  return aborted;
}

/** Nothing where the store does not allow or know it: then a rule of the bucket has to do this work. */
async function listUploads(client: S3Client, prefix: string, signal: AbortSignal): Promise<string> {
  const query = { uploads: '', prefix };
  const response = await client.send({ method: 'GET', key: null, query, signal }).catch(ignore('refused'));
  return response?.text ?? '';
}

function ignore(failure: FileStoreError['failure']): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof FileStoreError && error.failure === failure) return undefined;
    throw error;
  };
}
