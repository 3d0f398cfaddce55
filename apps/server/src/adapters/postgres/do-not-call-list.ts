import { asc, eq } from 'drizzle-orm';
import type { DoNotCallList } from '../../ports/do-not-call.ts';
import type { Database } from './database.ts';
import { doNotCall } from './schema.ts';

export function createDoNotCallList(database: Database): DoNotCallList {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, (tx) =>
        tx
          .select({ number: doNotCall.number, source: doNotCall.source, createdAt: doNotCall.createdAt })
          .from(doNotCall)
          .orderBy(asc(doNotCall.createdAt)),
      ),

    add: (tenantId, number, source) =>
      database.forTenant(tenantId, async (tx) => {
        const added = await tx
          .insert(doNotCall)
          .values({ tenantId, number, source })
          .onConflictDoNothing()
          .returning({ number: doNotCall.number });
        return added.length > 0;
      }),

    remove: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        const removed = await tx
          .delete(doNotCall)
          .where(eq(doNotCall.number, number))
          .returning({ number: doNotCall.number });
        return removed.length > 0;
      }),
  };
}
