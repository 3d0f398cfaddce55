import { callingSubject, type LookedAtItem, type Side } from '@parley/contract';
import type { Actor, SideResult, StoredCalling } from '../../../ports/connections.ts';
import type { Transaction } from '../database.ts';
import { eq, sql } from '../drizzle.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { presentCalling } from './load.ts';
import { calling } from './tables.ts';
import { audit } from './writing.ts';

/** Zero: nobody has chosen a side yet. */
async function lockedRow(tx: Transaction, tenantId: string) {
  await tx.insert(calling).values({ tenantId, revision: 0 }).onConflictDoNothing();
  const [row] = await tx.select().from(calling).where(eq(calling.tenantId, tenantId)).for('update');
  return row as typeof calling.$inferSelect;
}

export async function writeSide(
  tx: Transaction,
  actor: Actor,
  side: Side,
  seen: number | null,
): Promise<SideResult> {
  const { tenantId } = actor;
  const row = await lockedRow(tx, tenantId);
  if (seen !== null && row.revision !== seen) return { kind: 'stale' };
  // Sent twice.
  if (row.side === side) return { kind: 'switched', calling: presentCalling(row) };
  const revision = row.revision + 1;
  const [stored] = await tx
    .update(calling)
    .set({
      side,
      setBy: actor.userId,
      setByName: actor.displayName,
      setAt: new Date(),
      revision,
    })
    .where(eq(calling.tenantId, tenantId))
    .returning();
  await audit(tx, actor, 'calling.switched', 'calling', { side, revision });
  await appendToOutbox(tx, tenantId, callingSubject, {
    ...{ type: 'calling.switched', version: 1, side },
    revision,
  });
  return { kind: 'switched', calling: presentCalling(stored ?? row) };
}

export async function writeSideOfEnvironment(tx: Transaction, tenantId: string): Promise<void> {
  const written = await tx.execute(sql`
    insert into calling (tenant_id, side, set_by, set_at, revision)
    values (${tenantId}, 'real', 'environment', now(), 1)
    on conflict (tenant_id) do update
      set side = excluded.side, set_by = excluded.set_by, set_at = excluded.set_at, revision = calling.revision + 1
      where calling.side is null`);
  if (written.rowCount === 1)
    await audit(tx, { tenantId, userId: 'environment' }, 'calling.switched', 'calling', { side: 'real' });
}

export async function writeLookedAt(
  tx: Transaction,
  actor: Actor,
  item: LookedAtItem,
): Promise<StoredCalling> {
  const row = await lockedRow(tx, actor.tenantId);
  const lookedAt = { ...row.lookedAt, [item]: { at: new Date().toISOString() } };
  await tx.update(calling).set({ lookedAt }).where(eq(calling.tenantId, actor.tenantId));
  await audit(tx, actor, 'calling.looked_at', 'calling', { item });
  return presentCalling({ ...row, lookedAt });
}

/** Limits and countries of one phone account say nothing of the next. */
export async function forgetLookedAtLimits(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`
    update calling set looked_at = looked_at - 'limits' where tenant_id = ${tenantId} and looked_at ? 'limits'`);
}
