import { type ApiKey, limits } from '@parley/contract';
import type { ApiKeyStore } from '../../../ports/api-keys.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { and, desc, eq, isNull, or, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { apiKeys } from './tables.ts';

export function createApiKeyStore(database: Database): ApiKeyStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const rows = await tx
          .select()
          .from(apiKeys)
          .where(eq(apiKeys.tenantId, tenantId))
          .orderBy(desc(apiKeys.createdAt), apiKeys.id);
        return rows.map(shown);
      }),

    create: ({ tenantId, userId, displayName }, { expiresAt, permissions, ...key }) =>
      database.forTenant(tenantId, async (tx) => {
        if ((await workingKeys(tx, tenantId)) >= limits.apiKeysMax) return null;
        const [row] = await tx
          .insert(apiKeys)
          .values({
            ...{ ...key, tenantId, permissions: [...permissions] },
            ...{ createdBy: userId, createdByName: displayName },
            expiresAt: expiresAt === null ? null : new Date(expiresAt),
          })
          .returning();
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'key.created', subject: key.id },
          data: { permissions },
        });
        await notify(tx, { tenantId, kind: 'listed', list: 'apiKeys' });
        return row ? shown(row) : null;
      }),

    revoke: ({ tenantId, userId }, id) =>
      database.forTenant(tenantId, async (tx) => {
        const isKey = and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id));
        const [revoked] = await tx
          .update(apiKeys)
          .set({ revokedAt: sql`now()` })
          .where(and(isKey, isNull(apiKeys.revokedAt)))
          .returning();
        if (revoked) {
          await appendAudit(tx, { tenantId, actor: userId, action: 'key.revoked', subject: id });
          await notify(tx, { tenantId, kind: 'listed', list: 'apiKeys' });
          return shown(revoked);
        }
        const [before] = await tx.select().from(apiKeys).where(isKey);
        return before ? shown(before) : null;
      }),
  };
}

/** Keys of an organization are made one at a time, so that there are never too many. */
async function workingKeys(tx: Transaction, tenantId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley api keys'), hashtext(${tenantId}))`);
  const works = and(
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`),
  );
  const [row] = await tx
    .select({ keys: sql<number>`count(*)::int` })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), works));
  return row?.keys ?? 0;
}

function shown(row: typeof apiKeys.$inferSelect): ApiKey {
  const { id, name, permissions, requestsPerMinute } = row;
  return {
    ...{ id, name, permissions, requestsPerMinute },
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName === null ? null : { displayName: row.createdByName },
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
