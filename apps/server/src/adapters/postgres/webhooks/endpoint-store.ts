import { randomUUIDv7 } from 'node:crypto';
import { limits, type WebhookEndpoint, webhookSubject } from '@parley/contract';
import { type SecretProblem, SecretUnusable } from '../../../ports/vault.ts';
import type { WebhookManager, WebhookStore } from '../../../ports/webhooks.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { and, desc, eq, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { isUuid } from '../uuid.ts';
import type { VaultWriter } from '../vault-writes.ts';
import { earlierSecretName, secretName, shownEndpoint } from './rows.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.ts';

export interface EndpointStoreDeps {
  readonly database: Database;
  readonly vault: VaultWriter;
  /** The secret that signs now. */
  readonly secretOf: (tenantId: string, endpointId: string) => Promise<string>;
}

type EndpointStore = Pick<WebhookStore, 'list' | 'create' | 'change' | 'rotate' | 'remove'>;

/** What waited for longer than this when an endpoint is switched on again is given up (WH7). */
const longestWait = "interval '75 hours'";

export function createEndpointStore({ database, vault, secretOf }: EndpointStoreDeps): EndpointStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const rows = await tx
          .select()
          .from(webhookEndpoints)
          .where(eq(webhookEndpoints.tenantId, tenantId))
          .orderBy(desc(webhookEndpoints.id));
        const counts = await waitingOf(tx, tenantId);
        return rows.map((row) => shownEndpoint(row, counts.get(row.id) ?? 0));
      }),

    create: ({ tenantId, userId, displayName }, { name, address, events }, secret, at) =>
      database.forTenant(tenantId, async (tx) => {
        // One at a time, so that there are never too many.
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtext('parley webhooks'), hashtext(${tenantId}))`,
        );
        const there = await tx.$count(webhookEndpoints, eq(webhookEndpoints.tenantId, tenantId));
        if (there >= limits.webhooksMax) return null;
        const id = randomUUIDv7();
        const [row] = await tx
          .insert(webhookEndpoints)
          .values({
            ...{ tenantId, id, name: name.trim(), address: address.trim(), events: [...new Set(events)] },
            ...{ createdAt: at, createdBy: userId, createdByName: displayName },
          })
          .returning();
        if (!row) throw new Error('The endpoint is gone that was just stored.');
        const named = { name: secretName(id), purpose: 'webhook', value: secret, actor: userId } as const;
        assertStored(await vault.put(tx, tenantId, named));
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'webhook.created', subject: id },
          data: { events: row.events },
        });
        await announceWebhooks(tx, tenantId);
        return shownEndpoint(row, 0);
      }),

    change: (by, id, { revision, enabled, name, address, events }, at) =>
      changed(database, by, id, revision, async (tx, before) => {
        const wasOn = before.offReason === null;
        const off = enabled ? { offReason: null, offAt: null } : { offReason: 'person' as const, offAt: at };
        const turned = wasOn === enabled ? {} : { ...off, failingSince: null };
        if (!wasOn && enabled) await switchedOn(tx, by.tenantId, id, at);
        await appendAudit(tx, {
          ...{ tenantId: by.tenantId, actor: by.userId, action: 'webhook.changed', subject: id },
          data: { events, enabled },
        });
        return { name: name.trim(), address: address.trim(), events: [...new Set(events)], ...turned };
      }),

    rotate: async (by, id, revision, secret, earlierUntil) => {
      const { tenantId, userId } = by;
      if (!isUuid(id)) return 'missing';
      // Read before the transaction: the role that acts for a tenant cannot. The revision says that it still counts.
      const current = await secretOf(tenantId, id).catch((error: unknown) => {
        if (error instanceof SecretUnusable) return null;
        throw error;
      });
      return changed(database, by, id, revision, async (tx, before) => {
        const earlier = { name: earlierSecretName(id), actor: userId };
        if (before.earlierSecretUntil !== null) await vault.remove(tx, tenantId, earlier.name, userId);
        // One that cannot be read signs nothing, so it need not be kept.
        if (current !== null)
          assertStored(await vault.put(tx, tenantId, { ...earlier, purpose: 'webhook', value: current }));
        const next = { name: secretName(id), value: secret, actor: userId };
        const replaced = await vault.replace(tx, tenantId, next);
        assertStored(
          replaced === 'no such secret'
            ? await vault.put(tx, tenantId, { ...next, purpose: 'webhook' })
            : replaced,
        );
        await appendAudit(tx, { tenantId, actor: userId, action: 'webhook.rotated', subject: id });
        return { earlierSecretUntil: current === null ? null : earlierUntil };
      });
    },

    remove: ({ tenantId, userId }, id) =>
      database.forTenant(tenantId, async (tx) => {
        if (!isUuid(id)) return false;
        const removed = await tx.delete(webhookEndpoints).where(isEndpoint(tenantId, id));
        if (removed.rowCount === 0) return false;
        await vault.remove(tx, tenantId, secretName(id), userId);
        await vault.remove(tx, tenantId, earlierSecretName(id), userId);
        await appendAudit(tx, { tenantId, actor: userId, action: 'webhook.deleted', subject: id });
        await appendToOutbox(tx, tenantId, webhookSubject(id), {
          type: 'webhook.on',
          version: 1,
          endpointId: id,
        });
        await announceWebhooks(tx, tenantId);
        return true;
      }),
  };
}

/** Open pages fetch endpoints and deliveries again. */
export const announceWebhooks = (tx: Transaction, tenantId: string) =>
  notify(tx, { tenantId, kind: 'listed', list: 'webhooks' });

export const isEndpoint = (tenantId: string, id: string) =>
  and(eq(webhookEndpoints.tenantId, tenantId), eq(webhookEndpoints.id, id));

type Row = typeof webhookEndpoints.$inferSelect;

/** The transaction is undone otherwise: nobody is shown a secret that does not sign. */
function assertStored(problem: SecretProblem | null): void {
  if (problem !== null) throw new Error(`The secret of an endpoint was not stored: ${problem}.`);
}

/** Locks the endpoint, and changes it unless somebody else was first. */
async function changed(
  database: Database,
  { tenantId }: Pick<WebhookManager, 'tenantId'>,
  id: string,
  revision: number,
  change: (tx: Transaction, before: Row) => Promise<Partial<Row>>,
): Promise<WebhookEndpoint | 'missing' | 'changed'> {
  if (!isUuid(id)) return 'missing';
  return database.forTenant(tenantId, async (tx) => {
    const [before] = await tx.select().from(webhookEndpoints).where(isEndpoint(tenantId, id)).for('update');
    if (!before) return 'missing';
    if (before.revision !== revision) return 'changed';
    const [row] = await tx
      .update(webhookEndpoints)
      .set({ ...(await change(tx, before)), revision: revision + 1 })
      .where(isEndpoint(tenantId, id))
      .returning();
    if (!row) return 'missing';
    await announceWebhooks(tx, tenantId);
    return shownEndpoint(row, (await waitingOf(tx, tenantId)).get(id) ?? 0);
  });
}

/** What was waiting goes on at once, and the follow-up about it is closed. */
async function switchedOn(tx: Transaction, tenantId: string, id: string, at: Date): Promise<void> {
  const now = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update webhook_deliveries set state = case when created_at < ${now} - ${sql.raw(longestWait)} then 'failed' else state end,
      next_at = ${now}, tries = 0, first_try_at = null
    where tenant_id = ${tenantId} and endpoint_id = ${id} and state = 'waiting'`);
  await appendToOutbox(tx, tenantId, webhookSubject(id), { type: 'webhook.on', version: 1, endpointId: id });
}

async function waitingOf(tx: Transaction, tenantId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: webhookDeliveries.endpointId, waiting: sql<number>`count(*)::int` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.tenantId, tenantId), eq(webhookDeliveries.state, 'waiting')))
    .groupBy(webhookDeliveries.endpointId);
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}
