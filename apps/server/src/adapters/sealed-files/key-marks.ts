import { Readable } from 'node:stream';
import type { FileName } from '../../ports/file-name.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { FilesKey } from './file-key.ts';

/** No tenant has an id with a colon. */
const marksTenant = ':keys';
const markOf = (id: string): FileName => ({ tenantId: marksTenant, kind: 'probes', id, type: 'bin' });

/**
 * Which keys files of a store are encrypted with: an empty file for each, named after the id of the key. It is there before
 * the first file that needs the key, so a server without it can say so instead of mixing both.
 */
export class KeyMarks {
  readonly #store: FileStore;
  #ids: Promise<ReadonlySet<string>> | null = null;

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** Looked up once: keys come with a start of the server. */
  ids(): Promise<ReadonlySet<string>> {
    this.#ids ??= this.read().catch((error: unknown) => {
      this.#ids = null;
      throw error;
    });
    return this.#ids;
  }

  /** Looked up again: another process may have written all files anew. */
  refresh(): Promise<ReadonlySet<string>> {
    this.#ids = null;
    return this.ids();
  }

  async read(): Promise<ReadonlySet<string>> {
    const { files } = await this.#store.list({ tenantId: marksTenant, kind: 'probes' });
    return new Set(files.map(({ name }) => name.id));
  }

  async add({ id }: FilesKey): Promise<void> {
    const ids = await this.ids();
    if (ids.has(id)) return;
    await this.#store.put(markOf(id), Readable.from([]), { size: 0 });
    this.#ids = Promise.resolve(new Set([...ids, id]));
  }

  /** No file is encrypted with it any more. */
  async remove(id: string): Promise<void> {
    await this.#store.delete(markOf(id));
    this.#ids = null;
  }
}
