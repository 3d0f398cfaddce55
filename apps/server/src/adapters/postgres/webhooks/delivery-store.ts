import { randomUUIDv7 } from 'node:crypto';
import { webhookTestType } from '@parley/contract';
import type { WebhookStore } from '../../../ports/webhooks.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { and, desc, eq, getTableColumns, lt, sql } from '../drizzle.ts';
import { isUuid, nilUuid } from '../uuid.ts';
import { announceWebhooks, isEndpoint } from './endpoint-store.ts';
import { type DeliveryRow, shownDelivery, shownDetail } from './rows.ts';
import { webhookDeliveries as deliveries, webhookEndpoints } from './tables.ts';

type DeliveryStore = Pick<WebhookStore, 'addTest' | 'deliveries' | 'delivery' | 'repeat' | 'repeatRange'>;

/** Repeated at once; whoever wants more asks again. */
const mostAtOnce = 10_000;

/** An earlier event of the same queue is to be sent first. */
const held = sql<boolean>`exists (
  select from webhook_deliveries as before
  where before.tenant_id = webhook_deliveries.tenant_id and before.endpoint_id = webhook_deliveries.endpoint_id
    and before.queue = webhook_deliveries.queue and before.state = 'waiting'
    and before.event_id < webhook_deliveries.event_id)`;
const { body: _, ...listed } = getTableColumns(deliveries);

export function createDeliveryStore(database: Database, repeatedAtOnce = mostAtOnce): DeliveryStore {
  return {
    addTest: ({ tenantId, userId }, id, bodyOf, at) =>
      onEndpoint(database, tenantId, id, async (tx) => {
        const deliveryId = randomUUIDv7();
        await tx.insert(deliveries).values({
          ...{ tenantId, id: deliveryId, endpointId: id, type: webhookTestType, queue: `test/${deliveryId}` },
          ...{ body: bodyOf(id), nextAt: at, createdAt: at },
        });
        await appendAudit(tx, { tenantId, actor: userId, action: 'webhook.tested', subject: id });
        await announceWebhooks(tx, tenantId);
        const row = await find(tx, tenantId, id, deliveryId);
        if (!row) throw new Error('The test event is gone that was just stored.');
        return shownDelivery(row);
      }),

    deliveries: async (tenantId, id, { state, type, call, after, limit }) => {
      if (!isUuid(id)) return null;
      return database.forTenant(tenantId, async (tx) => {
        if ((await tx.$count(webhookEndpoints, isEndpoint(tenantId, id))) === 0) return null;
        // What is no id is that of nothing.
        if ((call !== undefined && !isUuid(call)) || (after !== undefined && !isUuid(after)))
          return { deliveries: [], hasMore: false, nextCursor: null };
        const rows = await tx
          .select({ ...listed, held })
          .from(deliveries)
          .where(
            and(
              isOf(tenantId, id),
              state === undefined ? undefined : eq(deliveries.state, state),
              type === undefined ? undefined : eq(deliveries.type, type),
              call === undefined ? undefined : eq(deliveries.callId, call),
              after === undefined ? undefined : lt(deliveries.id, after),
            ),
          )
          .orderBy(desc(deliveries.id))
          .limit(limit + 1);
        const page = rows.slice(0, limit);
        const hasMore = rows.length > limit;
        return {
          ...{ deliveries: page.map(shownDelivery), hasMore },
          nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null,
        };
      });
    },

    delivery: async (tenantId, id, deliveryId) => {
      if (!isUuid(id)) return 'missing';
      return database.forTenant(tenantId, async (tx) => {
        if ((await tx.$count(webhookEndpoints, isEndpoint(tenantId, id))) === 0) return 'missing';
        const row = await find(tx, tenantId, id, deliveryId);
        return row ? shownDetail(row) : 'no delivery';
      });
    },

    repeat: ({ tenantId, userId }, id, deliveryId, at) =>
      onEndpoint(database, tenantId, id, async (tx) => {
        if (!isUuid(deliveryId)) return 'no delivery';
        const repeated = await tx
          .update(deliveries)
          .set(anew(at))
          .where(and(isOf(tenantId, id), eq(deliveries.id, deliveryId)));
        if (repeated.rowCount === 0) return 'no delivery';
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'webhook.repeated', subject: id },
          data: { deliveries: 1 },
        });
        await announceWebhooks(tx, tenantId);
        const row = await find(tx, tenantId, id, deliveryId);
        return row ? shownDelivery(row) : 'no delivery';
      }),

    repeatRange: ({ tenantId, userId }, id, { from, to, which, after }, at) =>
      onEndpoint(database, tenantId, id, async (tx) => {
        const states = which === 'all' ? sql`('failed', 'delivered')` : sql`('failed')`;
        // Whoever repeats the same at this moment is waited for, row by row in one order, and what they have repeated is
        // theirs, though it may be sent by then: its time is another one.
        const { rows } = await tx.execute<{ id: string; repeated: boolean }>(sql`
          with chosen as materialized (
            select id, next_at from webhook_deliveries
            where tenant_id = ${tenantId} and endpoint_id = ${id} and state in ${states}
              and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
              and id > ${after ?? nilUuid}::uuid
            order by id limit ${repeatedAtOnce}
          ), locked as materialized (
            select delivery.id from chosen join webhook_deliveries as delivery
              on delivery.tenant_id = ${tenantId} and delivery.id = chosen.id and delivery.next_at = chosen.next_at
            where state in ${states}
            order by delivery.id for update of delivery
          ), repeated as (
            update webhook_deliveries set state = 'waiting', tries = 0, first_try_at = null,
              next_at = ${at.toISOString()}::timestamptz
            where tenant_id = ${tenantId} and id in (select id from locked)
            returning id
          )
          select chosen.id, repeated.id is not null as repeated from chosen left join repeated on repeated.id = chosen.id
          order by chosen.id`);
        const repeated = rows.filter((row) => row.repeated).length;
        const hasMore = rows.length === repeatedAtOnce;
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'webhook.repeated', subject: id },
          data: { deliveries: repeated },
        });
        await announceWebhooks(tx, tenantId);
        return { repeated, hasMore, next: hasMore ? (rows.at(-1)?.id ?? null) : null };
      }),
  };
}

const isOf = (tenantId: string, endpointId: string) =>
  and(eq(deliveries.tenantId, tenantId), eq(deliveries.endpointId, endpointId));

/** A round of its own, with the same id and body. One that is being sent is left to whoever sends it. */
const anew = (at: Date) =>
  ({ state: 'waiting', tries: 0, firstTryAt: null, nextAt: at }) as const satisfies Partial<
    typeof deliveries.$inferInsert
  >;

async function find(
  tx: Transaction,
  tenantId: string,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx
    .select({ ...getTableColumns(deliveries), held })
    .from(deliveries)
    .where(and(isOf(tenantId, endpointId), eq(deliveries.id, id)));
  return row ?? null;
}

/** Only where the endpoint is there and on; it stays so until the transaction ends. */
async function onEndpoint<T>(
  database: Database,
  tenantId: string,
  id: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | 'missing' | 'off'> {
  if (!isUuid(id)) return 'missing';
  return database.forTenant(tenantId, async (tx) => {
    const [row] = await tx.select().from(webhookEndpoints).where(isEndpoint(tenantId, id)).for('share');
    if (!row) return 'missing';
    return row.offReason === null ? work(tx) : 'off';
  });
}
