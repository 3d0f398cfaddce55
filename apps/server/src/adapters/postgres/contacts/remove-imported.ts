import type { ImportKey } from '../../../ports/contact-imports.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';

/** How many contacts a statement removes: a request is not held up, and no lock is held for long. */
export const removedAtOnce = 2_000;

/** What an import has added and nobody has changed since. Returns how many. */
export async function removeUnchanged(tx: Transaction, { tenantId, importId }: ImportKey): Promise<number> {
  const { rows } = await tx.execute(sql`
    delete from contacts where tenant_id = ${tenantId} and id in (
      select id from contacts where tenant_id = ${tenantId} and import_id = ${importId} and revision = 1
      limit ${removedAtOnce})
      and revision = 1
    returning 1`);
  return rows.length;
}
