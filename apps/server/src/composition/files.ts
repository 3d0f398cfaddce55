import { createFolderStore, localFolderId } from '../adapters/local-folder/folder-store.ts';
import type { Config } from '../config/config.ts';
import { filesFolder } from '../config/files.ts';
import { checkFileStore } from '../features/files/check-file-store.ts';
import type { FileStore, FileStores } from '../ports/file-store.ts';
import { FileStoreError } from '../ports/file-store-error.ts';
import type { Log } from '../ports/log.ts';
import type { Shutdown } from './shutdown.ts';

export interface OpenFiles extends FileStores {
  /** Checks the store without keeping anybody waiting: no call needs it. */
  checkInBackground(): void;
}

/** Opens the store of the settings, and the folder for files from the time before FILES_URL was set. Touches neither. */
export async function openFiles(
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  log: Log,
  shutdown: Shutdown,
): Promise<OpenFiles> {
  const current = await openFileStore(files);
  const folder =
    current.id === localFolderId ? current : createFolderStore({ path: filesFolder(dataDir), create: true });
  const stores = new Map([folder, current].map((store) => [store.id, store]));
  shutdown.add('file stores', async () => {
    await Promise.all([...stores.values()].map((store) => store.close()));
  });

  const check = async () => {
    const removed = await current.removeLeftovers();
    if (removed > 0) log.info({ removed }, 'removed files that were not stored to their end');
    // The folder in the data folder is checked by the first file: most servers never store one.
    if (files.kind === 's3' || files.named) await checkFileStore(current);
  };
  return {
    current,
    get: (id) => stores.get(id) ?? notConnected(id),
    checkInBackground() {
      check().catch((err) => {
        if (!shutdown.started)
          log.warn({ err, store: current.id }, 'files cannot be stored or read; run npm run doctor');
      });
    },
  };
}

/** The code for S3 is loaded where it is used. */
export async function openFileStore(files: Config['files'], attempts?: number): Promise<FileStore> {
  if (files.kind === 'folder') return createFolderStore({ path: files.path, create: !files.named });
  const { createS3Store } = await import('../adapters/s3/s3-store.ts');
  return createS3Store({ ...files, ...(attempts !== undefined && { attempts }) });
}

function notConnected(id: string): never {
  throw new FileStoreError(
    'refused',
    `This server is not connected to the file store ${id}; check FILES_URL.`,
  );
}
