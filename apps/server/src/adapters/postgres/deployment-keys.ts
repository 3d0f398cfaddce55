import { randomBytes } from 'node:crypto';
import { SealBroken, seal, unseal } from '../../lib/sealing.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import type { DeploymentKeyName, DeploymentKeys } from '../../ports/deployment-keys.ts';
import type { Log } from '../../ports/log.ts';
import { SecretUnusable } from '../../ports/vault.ts';
import type { Database } from './database.ts';
import { eq } from './drizzle.ts';
import { deploymentKeys as table } from './schema.ts';

export const placeOfKey = (name: string) => ['deployment_keys', name];

const keyBytes = 32;

export function createDeploymentKeys(database: Database, secrets: AuthSecrets, log: Log): DeploymentKeys {
  const known = new Map<DeploymentKeyName, Buffer>();

  const stored = async (name: DeploymentKeyName) => {
    const made = seal(secrets.current, placeOfKey(name), randomBytes(keyBytes).toString('base64url'));
    return database.asSystem(async (tx) => {
      const where = eq(table.name, name);
      const [found] = await tx.select().from(table).where(where);
      if (found !== undefined) return found;
      // Of two servers that ask at the same time, one makes it and both use it.
      await tx.insert(table).values({ name, keyId: secrets.current.id, sealed: made }).onConflictDoNothing();
      const [row] = await tx.select().from(table).where(where);
      return row;
    });
  };

  return {
    async get(name) {
      const remembered = known.get(name);
      if (remembered !== undefined) return remembered;
      const row = await stored(name);
      try {
        const secret = row === undefined ? null : secrets.find(row.keyId);
        if (row === undefined || secret === null) throw new SealBroken();
        const key = Buffer.from(unseal(secret, placeOfKey(name), row.sealed), 'base64url');
        known.set(name, key);
        return key;
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        log.error({ key: name, keyId: row?.keyId }, 'a key of the deployment cannot be read');
        throw new SecretUnusable(name, 'unreadable');
      }
    },
  };
}
