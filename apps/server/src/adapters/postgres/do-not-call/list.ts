import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq } from '../drizzle.ts';
import { doNotCall } from '../schema.ts';
import { announceAdded, announceList } from './entries.ts';

const columns = {
  number: doNotCall.number,
  source: doNotCall.source,
  createdAt: doNotCall.createdAt,
  callId: doNotCall.callId,
  unconfirmed: doNotCall.unconfirmed,
};

export function createDoNotCallList(database: Database): DoNotCallList {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, (tx) =>
        tx.select(columns).from(doNotCall).orderBy(asc(doNotCall.createdAt)),
      ),

    find: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        const [entry] = await tx.select(columns).from(doNotCall).where(eq(doNotCall.number, number));
        return entry ?? null;
      }),

    add: (tenantId, entry) =>
      database.forTenant(tenantId, async (tx) => {
        const added = await tx
          .insert(doNotCall)
          .values({ tenantId, ...entry })
          .onConflictDoNothing()
          .returning({ number: doNotCall.number });
        if (added.length > 0) {
          await announceAdded(tx, tenantId, entry);
          await announceList(tx, tenantId);
          return true;
        }
        if (!entry.unconfirmed && (await confirm(tx, entry.number))) await announceList(tx, tenantId);
        return false;
      }),

    confirm: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        if (await confirm(tx, number)) {
          await announceList(tx, tenantId);
          return 'confirmed';
        }
        const known = await tx.select(columns).from(doNotCall).where(eq(doNotCall.number, number));
        return known.length > 0 ? 'already' : 'missing';
      }),

    remove: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        const removed = await tx
          .delete(doNotCall)
          .where(eq(doNotCall.number, number))
          .returning({ number: doNotCall.number });
        if (removed.length > 0) await announceList(tx, tenantId);
        return removed.length > 0;
      }),
  };
}

async function confirm(tx: Transaction, number: string): Promise<boolean> {
  const confirmed = await tx
    .update(doNotCall)
    .set({ unconfirmed: false })
    .where(and(eq(doNotCall.number, number), eq(doNotCall.unconfirmed, true)))
    .returning({ number: doNotCall.number });
  return confirmed.length > 0;
}

export async function countNeverCalled(database: Database, tenantId: string): Promise<number> {
  return database.forTenant(tenantId, (tx) => tx.$count(doNotCall, eq(doNotCall.tenantId, tenantId)));
}
