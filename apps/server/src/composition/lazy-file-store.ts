import { discard } from '../lib/abortable.ts';
import type { FileStore } from '../ports/file-store.ts';
import { FileStoreError } from '../ports/file-store-error.ts';

/** Loads the adapter with its first use: loading it takes a part of the start, and most servers store no file. */
export function lazyFileStore(id: string, load: () => Promise<FileStore>): FileStore {
  let loaded: Promise<FileStore> | undefined;
  let closed = false;
  const store = () => {
    if (!loaded && closed)
      throw new FileStoreError('unavailable', 'The server stops, so no file is stored or read.');
    loaded ??= load();
    return loaded;
  };
  return {
    id,
    async put(name, body, options) {
      try {
        return await (await store()).put(name, body, options);
      } catch (error) {
        discard(body);
        throw error;
      }
    },
    get: async (name, range) => (await store()).get(name, range),
    head: async (name) => (await store()).head(name),
    delete: async (name) => (await store()).delete(name),
    list: async (prefix, page) => (await store()).list(prefix, page),
    removeLeftovers: async () => (await store()).removeLeftovers(),
    async close() {
      closed = true;
      await (await loaded)?.close();
    },
  };
}
