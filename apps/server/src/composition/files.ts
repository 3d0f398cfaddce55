import { access } from 'node:fs/promises';
import { s3Id } from '../adapters/s3/address.ts';
import { filesKeyOf } from '../adapters/sealed-files/file-key.ts';
import {
  createSealedStore,
  type SealedStore,
  type SealedStoreOptions,
} from '../adapters/sealed-files/sealed-store.ts';
import type { Config } from '../config/config.ts';
import { type FilesConfig, filesFolder } from '../config/files.ts';
import type { FilesKeys } from '../config/files-keys.ts';
import { type FileStore, type FileStores, localFolderId } from '../ports/file-store.ts';
import { FileStoreError } from '../ports/file-store-error.ts';
import type { Log } from '../ports/log.ts';
import type { ConnectedStores } from './connected-stores.ts';
import { lazyFileStore } from './lazy-file-store.ts';
import type { Shutdown } from './shutdown.ts';

export interface OpenFiles extends FileStores {
  /** The folder of this server, whatever is set. */
  readonly folder: FileStore;
  /** Checks the store without keeping anybody waiting: no call needs it. */
  checkInBackground(): void;
}

/** Whether the environment says where files go; then nobody else does. */
export const areFilesSet = (files: FilesConfig) => files.kind === 's3' || files.named;

/**
 * The store of the settings, the folder for files from the time before FILES_URL was set, and what was connected in the
 * browser. None is touched.
 */
export function openFiles(
  { dataDir, files, filesKeys }: Pick<Config, 'dataDir' | 'files' | 'filesKeys'>,
  log: Log,
  shutdown: Shutdown,
  connected: ConnectedStores = noneConnected,
): OpenFiles {
  const sealed = sealingStores(filesKeys);
  const current = sealed(openFileStore(files));
  const folder =
    files.kind === 'folder'
      ? current
      : sealed(openFileStore({ kind: 'folder', path: filesFolder(dataDir), named: false }));
  const stores = new Map([folder, current].map((store) => [store.id, store]));
  shutdown.add('file stores', async () => {
    await Promise.all([...stores.values(), connected].map((store) => store.close()));
  });

  const check = async () => {
    const isDefault = files.kind === 'folder' && !files.named;
    if (isDefault && !(await exists(files.path))) return;
    const removed = await current.removeLeftovers();
    if (removed > 0) log.info({ removed }, 'removed leftovers of interrupted file uploads');
    const unknown = await unknownKeys(current, filesKeys);
    if (unknown.length > 0) {
      log.error(
        { store: current.id, keys: unknown },
        'files are encrypted with a key that is not set: set FILES_KEY or FILES_KEY_PREVIOUS to it; nothing was changed',
      );
      return;
    }
    // The folder in the data folder is checked by the first file.
    if (isDefault) return;
    const { checkFileStore } = await import('../features/files/check-file-store.ts');
    await checkFileStore(current);
  };
  return {
    folder,
    get current() {
      const chosen = areFilesSet(files) ? null : connected.current();
      return chosen ? sealed(chosen) : current;
    },
    get: (id) => stores.get(id) ?? sealed(connected.find(id) ?? notConnected(id)),
    checkInBackground() {
      check().catch((err) => {
        if (!shutdown.started)
          log.warn({ err, store: current.id }, 'files cannot be stored or read; run npm run doctor');
      });
    },
  };
}

/** Each store encrypts and decrypts; what is opened twice is one. */
function sealingStores(keys: FilesKeys): (store: FileStore) => SealedStore {
  const known = new WeakMap<FileStore, SealedStore>();
  return (store) => {
    const sealed = known.get(store) ?? createSealedStore(store, sealingOf(keys));
    known.set(store, sealed);
    return sealed;
  };
}

export function sealingOf({ key, previous }: FilesKeys): SealedStoreOptions {
  return {
    key: key === null ? null : filesKeyOf(key),
    previous: previous === null ? [] : [filesKeyOf(previous)],
  };
}

/** The ids of keys that files of the store are encrypted with, and that are not set. */
export async function unknownKeys(store: SealedStore, keys: FilesKeys): Promise<string[]> {
  const { key, previous = [] } = sealingOf(keys);
  const set = new Set([...previous, ...(key ? [key] : [])].map(({ id }) => id));
  return [...(await store.marks.read())].filter((id) => !set.has(id));
}

export function openFileStore(files: FilesConfig, attempts?: number): FileStore {
  if (files.kind === 'folder')
    return lazyFileStore(localFolderId, async () => {
      const { createFolderStore } = await import('../adapters/local-folder/folder-store.ts');
      return createFolderStore({ path: files.path, create: !files.named });
    });
  return lazyFileStore(s3Id(files), async () => {
    const { createS3Store } = await import('../adapters/s3/s3-store.ts');
    return createS3Store({ ...files, ...(attempts !== undefined && { attempts }) });
  });
}

function notConnected(id: string): never {
  throw new FileStoreError(
    'refused',
    `This server is not connected to the file store ${id}; check FILES_URL, and Storage in Settings, Connections.`,
  );
}

const noneConnected: ConnectedStores = { current: () => null, find: () => null, close: async () => {} };

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
