import { callSubject } from '@parley/contract';
import type { DoNotCallList } from '../../ports/do-not-call.ts';
import type { Database, Transaction } from './database.ts';
import { and, asc, eq } from './drizzle.ts';
import { appendToOutbox } from './outbox-append.ts';
import { doNotCall } from './schema.ts';

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
          const { callId = null, unconfirmed = false } = entry;
          const event = { type: 'dnc.added', version: 1, callId, unconfirmed } as const;
          await appendToOutbox(tx, tenantId, callId === null ? 'dnc' : callSubject(callId), event);
          return true;
        }
        if (!entry.unconfirmed) await confirm(tx, entry.number);
        return false;
      }),

    confirm: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        if (await confirm(tx, number)) return 'confirmed';
        const known = await tx.select(columns).from(doNotCall).where(eq(doNotCall.number, number));
        return known.length > 0 ? 'already' : 'missing';
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

/** The role may insert and delete entries but not update them, so a confirmed entry replaces the unconfirmed one. */
async function confirm(tx: Transaction, number: string): Promise<boolean> {
  const [unconfirmed] = await tx
    .delete(doNotCall)
    .where(and(eq(doNotCall.number, number), eq(doNotCall.unconfirmed, true)))
    .returning();
  if (!unconfirmed) return false;
  await tx.insert(doNotCall).values({ ...unconfirmed, unconfirmed: false });
  return true;
}

export async function countNeverCalled(database: Database, tenantId: string): Promise<number> {
  return database.forTenant(tenantId, (tx) => tx.$count(doNotCall, eq(doNotCall.tenantId, tenantId)));
}
