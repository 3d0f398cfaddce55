import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import { type NumberDigest, noDigest } from '../../../ports/number-digest.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq, inArray, type SQL } from '../drizzle.ts';
import { closeOptOut } from '../follow-ups/close-opt-out.ts';
import { doNotCall } from '../schema.ts';
import { announceAdded, notifyListChanged } from './entries.ts';

const columns = {
  number: doNotCall.number,
  source: doNotCall.source,
  createdAt: doNotCall.createdAt,
  callId: doNotCall.callId,
  unconfirmed: doNotCall.unconfirmed,
};

export function createDoNotCallList(database: Database, digestOf: NumberDigest = noDigest): DoNotCallList {
  /** The entry of a number, or what is kept of it after its owner was erased. */
  const isOf = (tenantId: string, number: string) =>
    inArray(doNotCall.number, [number, digestOf(tenantId, number)]);

  return {
    list: (tenantId) =>
      database.forTenant(tenantId, (tx) =>
        tx.select(columns).from(doNotCall).orderBy(asc(doNotCall.createdAt)),
      ),

    find: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        const [entry] = await tx.select(columns).from(doNotCall).where(isOf(tenantId, number));
        return entry ?? null;
      }),

    add: (tenantId, entry) =>
      database.forTenant(tenantId, async (tx) => {
        const ofErased = await tx.$count(doNotCall, eq(doNotCall.number, digestOf(tenantId, entry.number)));
        if (ofErased > 0) return false;
        const [added] = await tx
          .insert(doNotCall)
          .values({ tenantId, ...entry })
          .onConflictDoNothing()
          .returning({ id: doNotCall.id });
        if (added) {
          await announceAdded(tx, tenantId, [added.id], entry);
          await notifyListChanged(tx, tenantId);
          return true;
        }
        if (!entry.unconfirmed && (await confirm(tx, tenantId, isOf(tenantId, entry.number))))
          await notifyListChanged(tx, tenantId);
        return false;
      }),

    confirm: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        if (await confirm(tx, tenantId, isOf(tenantId, number))) {
          await notifyListChanged(tx, tenantId);
          return 'confirmed';
        }
        const known = await tx.select(columns).from(doNotCall).where(isOf(tenantId, number));
        return known.length > 0 ? 'already' : 'missing';
      }),

    remove: (tenantId, number) =>
      database.forTenant(tenantId, async (tx) => {
        const removed = await tx
          .delete(doNotCall)
          .where(isOf(tenantId, number))
          .returning({ number: doNotCall.number, callId: doNotCall.callId });
        for (const entry of removed)
          await closeOptOut(tx, tenantId, entry, { kind: 'removed', reason: null }, null);
        if (removed.length > 0) await notifyListChanged(tx, tenantId);
        return removed.length > 0;
      }),
  };
}

async function confirm(tx: Transaction, tenantId: string, ofNumber: SQL): Promise<boolean> {
  const confirmed = await tx
    .update(doNotCall)
    .set({ unconfirmed: false })
    .where(and(ofNumber, eq(doNotCall.unconfirmed, true)))
    .returning({ number: doNotCall.number, callId: doNotCall.callId });
  for (const entry of confirmed) await closeOptOut(tx, tenantId, entry, { kind: 'confirmed' }, null);
  return confirmed.length > 0;
}

export async function countNeverCalled(database: Database, tenantId: string): Promise<number> {
  return database.forTenant(tenantId, (tx) => tx.$count(doNotCall, eq(doNotCall.tenantId, tenantId)));
}
