import { randomBytes, randomUUID } from 'node:crypto';
import type { FileName } from '../../ports/file-name.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';

/** No tenant has an id with a colon. */
const probeTenant = ':probe';

/** Writes a small file, reads it back whole and in part, lists and deletes it. Throws a FileStoreError. */
export async function checkFileStore(store: FileStore): Promise<void> {
  const name: FileName = { tenantId: probeTenant, kind: 'probes', id: randomUUID(), type: 'bin' };
  const content = randomBytes(1024);
  await store.put(name, bodyOf(content), { size: content.length });
  try {
    assertSame(await readAll(store, name), content);
    assertSame(await readAll(store, name, { first: 100, last: 199 }), content.subarray(100, 200));
    const { files } = await store.list({ tenantId: probeTenant, kind: 'probes', idPrefix: name.id });
    if (files.length !== 1) throw wrong('does not list a file that it holds');
  } finally {
    await store.delete(name);
  }
  // A key that may not list a bucket is told that a missing file is forbidden.
  const gone = await store.head(name).catch((error: unknown) => error);
  if (!(gone instanceof FileStoreError)) throw wrong('still has a file that was deleted');
  if (gone.failure !== 'missing') throw gone;
}

async function readAll(
  store: FileStore,
  name: FileName,
  range?: { first: number; last: number },
): Promise<Buffer> {
  const { body } = await store.get(name, range);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function assertSame(read: Buffer, written: Buffer): void {
  if (!read.equals(written)) throw wrong('returned other bytes than were stored');
}

const wrong = (what: string) => new FileStoreError('refused', `The file store ${what}.`);

async function* bodyOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
