import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { newSid } from './ids.ts';

/** The contents of the file. */
type Credentials = Omit<Account, 'sid'> & { accountSid: string };

export function credentialsFile(dataDir: string): string {
  return join(dataDir, 'credentials.json');
}

/** The account of a data folder, created with a random token on first use. */
export function loadAccount(dataDir: string | null): Account {
  if (!dataDir) return newAccount();
  const path = credentialsFile(dataDir);
  if (existsSync(path)) {
    const { accountSid, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Credentials;
    return { sid: accountSid, ...rest };
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const account = newAccount();
  const { sid: accountSid, ...rest } = account;
  writeFileSync(path, `${JSON.stringify({ accountSid, ...rest } satisfies Credentials, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return account;
}

function newAccount(): Account {
  return {
    sid: newSid('AC'),
    authToken: randomBytes(16).toString('hex'),
    apiKeySid: newSid('SK'),
    apiKeySecret: randomBytes(16).toString('hex'),
  };
}
