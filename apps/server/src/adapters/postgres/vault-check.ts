import { SealBroken, unseal } from '../../lib/sealing.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import type { Database } from './database.ts';
import { placeOfKey } from './deployment-keys.ts';
import { sql } from './drizzle.ts';
import { deploymentKeys, secrets as kept } from './schema.ts';
import { placeOfSecret } from './sealed-secret.ts';

export interface VaultCheck {
  readonly sealed: number;
  /** Table, organization and name of what none of the known secrets opens. */
  readonly unreadable: readonly string[];
}

/** Opens everything that is sealed, and keeps nothing of it. */
export async function checkVault(database: Database, secrets: AuthSecrets): Promise<VaultCheck> {
  const rows = await database.asSystem(async (tx) => {
    const { rows: tables } = await tx.execute(
      sql`select to_regclass('deployment_keys') is not null as there`,
    );
    // A database that this release has not migrated yet.
    if (!tables[0]?.there) return [];
    return [
      ...(await tx.select().from(kept)).map((row) => ({
        ...row,
        place: placeOfSecret(row.tenantId, row.name, row.purpose),
      })),
      ...(await tx.select().from(deploymentKeys)).map((row) => ({ ...row, place: placeOfKey(row.name) })),
    ];
  });
  const opens = ({ keyId, sealed, place }: (typeof rows)[number]): boolean => {
    const secret = secrets.find(keyId);
    try {
      if (secret !== null) unseal(secret, place, sealed);
      return secret !== null;
    } catch (error) {
      if (error instanceof SealBroken) return false;
      throw error;
    }
  };
  const unreadable = rows.filter((row) => !opens(row)).map(({ place }) => place.join(' '));
  return { sealed: rows.length, unreadable };
}
