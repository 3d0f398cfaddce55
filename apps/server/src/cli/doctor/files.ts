import { access } from 'node:fs/promises';
import { connectionCheck } from '@parley/contract';
import { filesProblem } from '../../composition/environment-tests.ts';
import type { ResolvedConfig } from '../../composition/resolve-carrier.ts';
import type { FilesConfig } from '../../config/files.ts';
import { isLoopbackUrl } from '../../config/loopback.ts';
import { environmentFinding } from './environment.ts';
import { type Finding, findingOf, ok } from './finding.ts';

const folderRemedies = {
  storage_full: 'Make room on the disk, or set FILES_URL.',
  storage_refused: 'Give the folder to the user that runs Parley, or set FILES_URL to one that exists.',
} as const;

/** Stores, reads and deletes a small file. */
export async function checkFiles(config: ResolvedConfig): Promise<Finding> {
  const { files, databaseUrl } = config;
  if (files.kind === 's3') return withNote(await bucketFinding(config), notEncrypted(files));
  // Made by the server with the first file: whoever runs this command may be another user.
  if (!files.named && !(await exists(files.path)))
    return ok('storage', `${files.path} is made with the first file`);
  const problem = await filesProblem(config);
  const remedies: Readonly<Record<string, string>> = folderRemedies;
  const remedy = problem ? remedies[problem.code] : undefined;
  const shown = { kind: 'storage', place: 'folder', ...noBucket } as const;
  const alone = databaseUrl !== null && !files.named;
  const finding = findingOf(connectionCheck('storage', { shown, problem, remedy }));
  return withNote(
    finding,
    alone ? 'Other servers do not have these files (FILES_URL).' : `It is ${files.path}.`,
  );
}

const noBucket = { bucket: null, prefix: null, region: null, endpoint: null } as const;

async function bucketFinding(config: ResolvedConfig): Promise<Finding> {
  const found = await environmentFinding(config, 'storage');
  if (!found) throw new Error('A bucket of the settings is always looked at.');
  return found;
}

function withNote(finding: Finding, note: string | null): Finding {
  return note === null ? finding : { ...finding, message: `${finding.message} ${note}` };
}

function notEncrypted({ endpoint }: Extract<FilesConfig, { kind: 's3' }>): string | null {
  const isOpen = endpoint?.startsWith('http:') && !isLoopbackUrl(endpoint);
  return isOpen ? 'Its address is http, so nothing is encrypted on the way.' : null;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
