import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';

/** As if the minute were over in which a deletion can be taken back. How many calls were removed for good. */
export async function removeDeleted(database: Database): Promise<number> {
  await database.asSystem((tx) =>
    tx.execute(sql`update calls set deleted_at = deleted_at - interval '1 minute' where mode = 'deleted'`),
  );
  return createCallStore(database, { send: async () => {} }).removeDeleted(1_000);
}
