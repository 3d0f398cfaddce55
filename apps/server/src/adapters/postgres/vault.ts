import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import type { Log } from '../../ports/log.ts';
import { SecretUnusable, type SecretValue, type Vault, type WantedSecret } from '../../ports/vault.ts';
import type { Database } from './database.ts';
import { and, asc, eq } from './drizzle.ts';
import { secrets as table } from './schema.ts';
import { openSecret } from './sealed-secret.ts';
import { vaultWriter } from './vault-writes.ts';

export interface VaultDeps {
  readonly database: Database;
  readonly secrets: AuthSecrets;
  readonly log: Log;
  readonly now?: () => number;
}

export function createVault({ database, secrets, log, now = Date.now }: VaultDeps): Vault {
  const writer = vaultWriter(secrets, now);
  const openRow = (tenantId: string, wanted: WantedSecret, row: typeof table.$inferSelect): SecretValue => {
    try {
      return openSecret(secrets, tenantId, wanted, row, now());
    } catch (error) {
      if (error instanceof SecretUnusable)
        log.error(
          { tenantId, secret: wanted.name, keyId: row.keyId },
          'a secret in the vault cannot be read',
        );
      throw error;
    }
  };
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, (tx) =>
        tx
          .select({ name: table.name, purpose: table.purpose, setBy: table.setBy, setAt: table.setAt })
          .from(table)
          .where(eq(table.tenantId, tenantId))
          .orderBy(asc(table.name)),
      ),
    put: (tenantId, secret) => database.forTenant(tenantId, (tx) => writer.put(tx, tenantId, secret)),
    replace: (tenantId, change) => database.forTenant(tenantId, (tx) => writer.replace(tx, tenantId, change)),
    remove: (tenantId, name, actor) =>
      database.forTenant(tenantId, (tx) => writer.remove(tx, tenantId, name, actor)),
    use: async (tenantId, wanted, work) => {
      const row = await find(database, tenantId, wanted);
      if (row === undefined) throw new SecretUnusable(wanted.name, 'missing');
      return work(openRow(tenantId, wanted, row));
    },
  };
}

/** As the system: the role that acts for a tenant cannot read it. */
async function find(database: Database, tenantId: string, { name, purpose }: WantedSecret) {
  const where = and(eq(table.tenantId, tenantId), eq(table.name, name), eq(table.purpose, purpose));
  const rows = await database.asSystem((tx) => tx.select().from(table).where(where));
  return rows[0];
}
