import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './account.ts';
import { newSid } from './ids.ts';

/** The contents of the file. Files of earlier labs have no second token. */
type CredentialsFile = Omit<Credentials, 'sid' | 'secondAuthToken'> & {
  accountSid: string;
  secondAuthToken?: string;
};

export function credentialsFile(dataDir: string): string {
  return join(dataDir, 'credentials.json');
}

/** The credentials of a data folder, created with a random token on first use. */
export function loadCredentials(dataDir: string | null): Credentials {
  if (!dataDir) return newCredentials();
  const path = credentialsFile(dataDir);
  if (existsSync(path)) {
    const { accountSid, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as CredentialsFile;
    return { sid: accountSid, ...rest, secondAuthToken: rest.secondAuthToken ?? null };
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const credentials = newCredentials();
  writeFileSync(path, text(credentials), { mode: 0o600, flag: 'wx' });
  return credentials;
}

/** Replaces the file whole, so that a lab killed here keeps the old tokens or the new ones. */
export function saveCredentials(dataDir: string | null, credentials: Credentials): void {
  if (!dataDir) return;
  const path = credentialsFile(dataDir);
  writeFileSync(`${path}.new`, text(credentials), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function text({ sid: accountSid, authToken, secondAuthToken, ...rest }: Credentials): string {
  const file: CredentialsFile = {
    accountSid,
    authToken,
    ...(secondAuthToken === null ? {} : { secondAuthToken }),
    ...rest,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function newCredentials(): Credentials {
  return {
    sid: newSid('AC'),
    authToken: randomBytes(16).toString('hex'),
    secondAuthToken: null,
    apiKeySid: newSid('SK'),
    apiKeySecret: randomBytes(16).toString('hex'),
  };
}
