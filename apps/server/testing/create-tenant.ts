import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import type { Actor } from '../src/ports/connections.ts';

let tenants = 0;

/** An organization of its own, and somebody who acts in it. */
export async function createTenant(database: Database): Promise<Actor> {
  const tenantId = `org_${++tenants}`;
  await database.asSystem((tx) =>
    tx.execute(sql`insert into tenants (id, name) values (${tenantId}, ${tenantId})`),
  );
  return { tenantId, userId: `user_of_${tenantId}`, displayName: 'Kit' };
}
