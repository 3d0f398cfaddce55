import { asc, desc, eq, lt } from 'drizzle-orm';
import type { CallStore } from '../../ports/call-store.ts';
import { presentCall, presentEntry } from './call-view.ts';
import type { Database } from './database.ts';
import { calls, transcriptEntries } from './schema.ts';
import { isUuid } from './uuid.ts';

/** What a tenant sees of its calls. Row-level security keeps everybody else's out. */
export function callReads(database: Database): Pick<CallStore, 'list' | 'show' | 'detail'> {
  return {
    list: (tenantId, { limit, afterId }) =>
      database.forTenant(tenantId, async (tx) => {
        const older = afterId === undefined ? undefined : lt(calls.id, afterId);
        const rows = await tx.select().from(calls).where(older).orderBy(desc(calls.id)).limit(limit);
        return rows.map(presentCall);
      }),

    show: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        if (!isUuid(id)) return null;
        const [row] = await tx.select().from(calls).where(eq(calls.id, id));
        return row ? presentCall(row) : null;
      }),

    detail: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        if (!isUuid(id)) return null;
        const [row] = await tx.select().from(calls).where(eq(calls.id, id));
        if (!row) return null;
        const entries = await tx
          .select()
          .from(transcriptEntries)
          .where(eq(transcriptEntries.callId, id))
          .orderBy(asc(transcriptEntries.ordinal));
        return { ...presentCall(row), transcript: entries.map(presentEntry), turns: row.turns };
      }),
  };
}
