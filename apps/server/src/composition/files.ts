import { access } from 'node:fs/promises';
import { s3Id } from '../adapters/s3/address.ts';
import type { Config } from '../config/config.ts';
import { type FilesConfig, filesFolder } from '../config/files.ts';
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
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  log: Log,
  shutdown: Shutdown,
  connected: ConnectedStores = noneConnected,
): OpenFiles {
  const current = openFileStore(files);
  const folder =
    files.kind === 'folder'
      ? current
      : openFileStore({ kind: 'folder', path: filesFolder(dataDir), named: false });
  const stores = new Map([folder, current].map((store) => [store.id, store]));
  shutdown.add('file stores', async () => {
    await Promise.all([...stores.values(), connected].map((store) => store.close()));
  });

  const check = async () => {
    const isDefault = files.kind === 'folder' && !files.named;
    if (isDefault && !(await exists(files.path))) return;
    const removed = await current.removeLeftovers();
    if (removed > 0) log.info({ removed }, 'removed files that were not stored to their end');
    // The folder in the data folder is checked by the first file.
    if (isDefault) return;
    const { checkFileStore } = await import('../features/files/check-file-store.ts');
    await checkFileStore(current);
  };
  return {
    folder,
    get current() {
      return areFilesSet(files) ? current : (connected.current() ?? current);
    },
    get: (id) => stores.get(id) ?? connected.find(id) ?? notConnected(id),
    checkInBackground() {
      check().catch((err) => {
        if (!shutdown.started)
          log.warn({ err, store: current.id }, 'files cannot be stored or read; run npm run doctor');
      });
    },
  };
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
