import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileName } from '../../src/ports/file-name.ts';
import type { FileContent } from '../../src/ports/file-store.ts';
import { FileStoreError } from '../../src/ports/file-store-error.ts';

/** A name that nothing else in the store has. */
export function newName(more: Partial<FileName> = {}): FileName {
  return { tenantId: `tenant-${randomUUID()}`, kind: 'recordings', id: randomUUID(), type: 'wav', ...more };
}

export const randomContent = (bytes: number) => randomBytes(bytes);

/** The content in chunks, as a socket delivers it. */
export function bodyOf(content: Uint8Array, chunkBytes = 64 * 1024): Readable {
  const chunks = [];
  for (let at = 0; at < content.length; at += chunkBytes) chunks.push(content.subarray(at, at + chunkBytes));
  return Readable.from(chunks);
}

/** A body that delivers the content and then nothing, without an end. */
export function silentAfter(content: Uint8Array): Readable {
  const body = new Readable({ read() {} });
  body.push(content);
  return body;
}

/** A body that delivers the content and then breaks. */
export async function* brokenAfter(content: Uint8Array, error: Error): AsyncGenerator<Uint8Array> {
  yield content;
  throw error;
}

export async function contentOf({ body }: FileContent): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The kind of failure of something that must fail with a FileStoreError. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FileStoreError) return error.failure;
    throw error;
  }
  return 'none';
}
