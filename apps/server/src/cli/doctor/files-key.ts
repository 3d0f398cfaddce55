import { createSealedStore } from '../../adapters/sealed-files/sealed-store.ts';
import { openFileStore, sealingOf, unknownKeys } from '../../composition/files.ts';
import type { Config } from '../../config/config.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'files key';

/** Whether the files can be read with the keys that are set. Null: nothing is encrypted, and nothing is to be. */
export async function checkFilesKey({
  files,
  filesKeys,
}: Pick<Config, 'files' | 'filesKeys'>): Promise<Finding | null> {
  const store = createSealedStore(openFileStore(files, 1), sealingOf(filesKeys));
  try {
    const [unknown] = await unknownKeys(store, filesKeys);
    if (unknown !== undefined)
      return fault(
        name,
        `Files are encrypted with a key that is not set (${unknown}). They cannot be read until it is; nothing was changed.`,
        'Set FILES_KEY to it, or FILES_KEY_PREVIOUS if FILES_KEY is a new one: docs/files.md, Encryption.',
      );
    if (filesKeys.previous !== null)
      return ok(name, 'FILES_KEY_PREVIOUS is read; npm run files -- reencrypt ends that');
    return filesKeys.key === null ? null : ok(name, 'new files are encrypted with FILES_KEY');
  } catch (error) {
    // What is wrong with the store itself stands in its own line.
    if (error instanceof FileStoreError) return null;
    throw error;
  } finally {
    await store.close();
  }
}
