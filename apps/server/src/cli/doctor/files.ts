import { access } from 'node:fs/promises';
import { openFileStore } from '../../composition/files.ts';
import type { Config } from '../../config/config.ts';
import type { FilesConfig } from '../../config/files.ts';
import { isLoopbackUrl } from '../../config/loopback.ts';
import { checkFileStore } from '../../features/files/check-file-store.ts';
import { type FileFailure, FileStoreError } from '../../ports/file-store-error.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'files';

const folderRemedies: Partial<Record<FileFailure, string>> = {
  full: 'Make room on the disk, or set FILES_URL.',
  refused: 'Give the folder to the user that runs Parley, or set FILES_URL to one that exists.',
};
const bucketRemedies: Partial<Record<FileFailure, string>> = {
  full: 'Raise the quota of the bucket, or delete what is not needed.',
  refused:
    'Check FILES_URL, FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY, and what the key may do: docs/files.md, S3.',
  unavailable: 'Check the endpoint in FILES_URL, and that this machine may connect to it.',
};

/** Stores, reads and deletes a small file. */
export async function checkFiles({ files, databaseUrl }: Config): Promise<Finding> {
  const place = placeOf(files);
  // Made by the server with the first file: whoever runs this command may be another user.
  if (files.kind === 'folder' && !files.named && !(await exists(files.path)))
    return ok(name, `${place} is made with the first file`);
  const store = openFileStore(files, 1);
  try {
    await checkFileStore(store);
    const alone = files.kind === 'folder' && databaseUrl !== null && !files.named;
    const note = alone ? '; other servers do not have these files (FILES_URL)' : '';
    return ok(name, `${place}: a file was stored, read and deleted${note}`);
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    const remedies = files.kind === 's3' ? bucketRemedies : folderRemedies;
    const remedy = remedies[error.failure] ?? 'Try again; if it stays so, look at the disk or service.';
    return fault(name, `${place}: ${error.message.replace(/\.$/, '')}`, remedy);
  } finally {
    await store.close();
  }
}

function placeOf(files: FilesConfig): string {
  if (files.kind === 'folder') return files.path;
  const open = files.endpoint?.startsWith('http:') && !isLoopbackUrl(files.endpoint);
  return `the bucket ${files.bucket}${open ? ' (http: not encrypted on the way)' : ''}`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
