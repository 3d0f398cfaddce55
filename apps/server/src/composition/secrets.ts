import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthSecrets } from '../ports/auth-secrets.ts';

/** The secret of a deployment without AUTH_SECRET, created at the first start. */
export function ensureAuthSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const file = join(dataDir, 'auth-secret');
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    // `link` fails if the file exists. So of two servers that start at the same time, one creates the secret and both
    // read it.
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/** The code of the current secret, and those that servers with another one print. */
export function firstAccountCodes({ current, accepted }: AuthSecrets): {
  code: string;
  otherCodes: string[];
} {
  const others = accepted.filter(({ id }) => id !== current.id);
  return {
    code: firstAccountCode(current.value),
    otherCodes: others.map(({ value }) => firstAccountCode(value)),
  };
}

/** Required for the first account of a server that others can reach. All servers derive the same code. */
export function firstAccountCode(authSecret: string): string {
  return createHmac('sha256', authSecret).update('first account').digest('hex').slice(0, 12);
}
