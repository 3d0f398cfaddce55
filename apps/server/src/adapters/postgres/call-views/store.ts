import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type CallView, limits } from '@parley/contract';
import type { CallViewStore, Owner } from '../../../ports/call-views.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq, sql } from '../drizzle.ts';
import { isUuid } from '../uuid.ts';
import { callViews } from './tables.ts';

export function createCallViewStore(database: Database): CallViewStore {
  return {
    list: (owner) => database.forTenant(owner.tenantId, (tx) => viewsOf(tx, owner)),

    create: (owner, { name, filters }) =>
      database.forTenant(owner.tenantId, async (tx) => {
        await lockViews(tx, owner);
        const views = await viewsOf(tx, owner);
        const same = views.find((view) => isSameName(view.name, name));
        // Sent twice, or again after an answer that was lost.
        if (same && isDeepStrictEqual(same.filters, filters)) return { kind: 'saved', view: same };
        if (same) return { kind: 'name_taken' };
        if (views.length >= limits.viewsMax) return { kind: 'too_many' };
        const view: CallView = { id: randomUUIDv7(), name, filters };
        await tx.insert(callViews).values({ ...view, tenantId: owner.tenantId, userId: owner.userId });
        return { kind: 'saved', view };
      }),

    change: (owner, id, body) =>
      database.forTenant(owner.tenantId, async (tx) => {
        await lockViews(tx, owner);
        const views = await viewsOf(tx, owner);
        const before = views.find((view) => view.id === id);
        if (!before) return { kind: 'missing' };
        const { name = before.name, filters = before.filters } = body;
        if (views.some((view) => view.id !== id && isSameName(view.name, name)))
          return { kind: 'name_taken' };
        await tx.update(callViews).set({ name, filters, changedAt: sql`now()` }).where(isView(owner, id));
        return { kind: 'saved', view: { id, name, filters } };
      }),

    remove: (owner, id) =>
      database.forTenant(owner.tenantId, async (tx) => {
        if (!isUuid(id)) return false;
        const removed = await tx.delete(callViews).where(isView(owner, id)).returning({ id: callViews.id });
        return removed.length > 0;
      }),
  };
}

const isOwn = ({ tenantId, userId }: Owner) =>
  and(eq(callViews.tenantId, tenantId), eq(callViews.userId, userId));
const isView = (owner: Owner, id: string) => and(isOwn(owner), eq(callViews.id, id));
const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function viewsOf(tx: Transaction, owner: Owner): Promise<CallView[]> {
  return tx
    .select({ id: callViews.id, name: callViews.name, filters: callViews.filters })
    .from(callViews)
    .where(isOwn(owner))
    .orderBy(asc(sql`lower(${callViews.name})`), asc(callViews.id));
}

/** Those of a person are changed one at a time, so that no two get one name and there are never too many. */
async function lockViews(tx: Transaction, { tenantId, userId }: Owner): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('parley call views'), hashtext(${`${tenantId} ${userId}`}))`,
  );
}
