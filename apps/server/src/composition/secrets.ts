import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that everything of one deployment is signed with; made on first start where none is given. */
export function ensureAuthSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const file = join(dataDir, 'auth-secret');
  const half = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(half, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    // A link either makes the whole file or finds one there: two first starts agree on one secret.
    linkSync(half, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(half, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Wanted from whoever makes the first account of a server that strangers can reach. All servers work out the same. */
export function firstAccountCode(authSecret: string): string {
  return createHmac('sha256', authSecret).update('first account').digest('hex').slice(0, 12);
}
