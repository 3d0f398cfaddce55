import { startingSignInPolicy } from '@parley/contract';
import type { SignInPolicies, StoredSignInPolicy } from '../../ports/sign-in-policy.ts';
import { appendAudit } from './audit/append.ts';
import type { Database } from './database.ts';
import { eq } from './drizzle.ts';
import { signInPolicies as table } from './sign-in-schema.ts';

type Row = typeof table.$inferSelect;

export function createSignInPolicies(database: Database): SignInPolicies {
  return {
    get: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const [row] = await tx.select().from(table).where(eq(table.tenantId, tenantId));
        return present(row);
      }),

    change: ({ caller: { tenantId, userId, displayName }, revision, policy }) =>
      database.forTenant(tenantId, async (tx) => {
        // The first change of an organization makes the row, so that it can be locked.
        await tx
          .insert(table)
          .values({ tenantId, revision: 0, ...startingSignInPolicy })
          .onConflictDoNothing();
        const [row] = await tx.select().from(table).where(eq(table.tenantId, tenantId)).for('update');
        const before = present(row).policy;
        // Sent twice, or two people had the same idea.
        if (
          before.secondFactorRequired === policy.secondFactorRequired &&
          before.idleMinutes === policy.idleMinutes
        )
          return present(row);
        if (row?.revision !== revision) return 'stale';
        const [stored] = await tx
          .update(table)
          .set({
            ...policy,
            revision: revision + 1,
            changedAt: new Date(),
            changedBy: userId,
            changedByName: displayName,
          })
          .where(eq(table.tenantId, tenantId))
          .returning();
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'sign-in-policy.changed', subject: tenantId },
          data: { ...policy },
        });
        return present(stored);
      }),
  };
}

function present(row: Row | undefined): StoredSignInPolicy {
  if (row === undefined || row.revision === 0)
    return { policy: startingSignInPolicy, revision: 0, changedAt: null, changedBy: null };
  const { secondFactorRequired, idleMinutes, revision, changedAt, changedByName } = row;
  return { policy: { secondFactorRequired, idleMinutes }, revision, changedAt, changedBy: changedByName };
}
