import type { Environment } from './environment.ts';

/** What files are encrypted with. */
export interface FilesKeys {
  /** Null: new files are not encrypted. */
  readonly key: string | null;
  /** With which older files may be encrypted. */
  readonly previous: string | null;
}

const shortestKey = 32;

export function readFilesKeys(env: Environment): FilesKeys {
  const key = env.secret('FILES_KEY');
  const previous = env.secret('FILES_KEY_PREVIOUS');
  for (const [name, value] of Object.entries({ FILES_KEY: key, FILES_KEY_PREVIOUS: previous }))
    if (value !== null && value.length < shortestKey)
      env.fault(`${name} must have at least ${shortestKey} characters; openssl rand -base64 48 makes one.`);
  if (key !== null && key === previous)
    env.fault('FILES_KEY_PREVIOUS is the same as FILES_KEY. Leave it out, or set FILES_KEY to the new one.');
  return { key, previous };
}
