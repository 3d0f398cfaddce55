import { randomUUIDv7 } from 'node:crypto';
import {
  type CallExport,
  type CallFilters,
  type CreateExportBody,
  callFilterNames,
  exportLimits,
} from '@parley/contract';
import type { BegunExport, CallExports, ExportKey, ResultsOrder } from '../../../ports/call-exports.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { isUuid } from '../uuid.ts';

/** A server that writes a file says so each second; one that has not for so long is gone. */
const lostAfter = sql`interval '30 seconds'`;

/** What pages are told: an export whose server is gone, or whose link has expired, has failed though nobody could write it down. */
const shown = sql`
  id, format, rows_written, total, created_at,
  case when lost or expired then 'failed' else state end as state,
  case when lost then 'server_lost' when expired then 'not_fetched' else problem end as problem,
  case when lost then seen_at when expired then link_until else finished_at end as finished_at`;
const withState = sql`(
  select *, state = 'running' and seen_at < now() - ${lostAfter} as lost,
    state = 'waiting' and link_until < now() as expired
  from call_exports) as export`;

interface ExportRow extends Record<string, unknown> {
  id: string;
  state: CallExport['state'];
  problem: CallExport['problem'];
  format: CallExport['format'];
  rows_written: number;
  total: number | null;
  created_at: Date | string;
  finished_at: Date | string | null;
}

function present(row: ExportRow): CallExport {
  return {
    ...{ id: row.id, state: row.state, problem: row.problem, format: row.format },
    ...{ rows: row.rows_written, total: row.total, createdAt: new Date(row.created_at).toISOString() },
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  };
}

/** A server of the release before stores no access. */
type StoredOrder = (CreateExportBody | ResultsOrder) & { readonly access?: BegunExport['access'] };

type Owner = { readonly tenantId: string; readonly userId: string };

async function find(tx: Transaction, { tenantId, userId }: Owner, id: string): Promise<CallExport | null> {
  if (!isUuid(id)) return null;
  const { rows } = await tx.execute<ExportRow>(sql`
    select ${shown} from ${withState} where tenant_id = ${tenantId} and id = ${id} and requested_by = ${userId}`);
  return rows[0] ? present(rows[0]) : null;
}

/** Exports of an organization begin one after the other, so that the limits hold. */
const lock = (tenantId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('parley call exports'), hashtext(${tenantId}))`;

const running = (tenantId: string) => sql`
  select requested_by from call_exports
  where tenant_id = ${tenantId} and state = 'running' and seen_at > now() - ${lostAfter}`;

/** Which filters were set, not to what: words and numbers that were searched for stay out of the audit log. */
const namesOf = (filters: CallFilters) => callFilterNames.filter((name) => filters[name] !== undefined);

/** What the audit log says of who asks for a file. */
function asked(order: CreateExportBody | ResultsOrder, id: string, total: number | null) {
  if ('campaignId' in order)
    return {
      ...({ action: 'campaign.exported', subject: order.campaignId } as const),
      data: { export: id, kind: order.kind, rows: total },
    };
  return {
    ...({ action: 'calls.exported', subject: id } as const),
    data: {
      ...{ format: order.format, columns: order.columns, fields: order.fields.length },
      ...{ filters: namesOf(order.filters), calls: total },
    },
  };
}

export function createExportStore(
  database: Pick<Database, 'forTenant' | 'asSystem'>,
): Omit<CallExports, 'count' | 'fields' | 'read'> {
  return {
    create: (caller, order, link, total) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId } = caller;
        await tx.execute(lock(tenantId));
        await endForgotten(tx, tenantId);
        const { rows: open } = await tx.execute<{ requested_by: string }>(running(tenantId));
        if (open.some(({ requested_by }) => requested_by === userId)) return 'running';
        if (open.length >= exportLimits.perOrganization) return 'too_many';
        await tx.execute(sql`
          update call_exports set state = 'cancelled', wanted = null, token_digest = null, finished_at = now()
          where tenant_id = ${tenantId} and requested_by = ${userId} and state = 'waiting'`);
        const id = randomUUIDv7();
        await tx.execute(sql`
          insert into call_exports (tenant_id, id, format, wanted, token_digest, link_until, total, requested_by)
          values (${tenantId}, ${id}, ${order.format}, ${JSON.stringify({ ...order, access: caller.access ?? null })}::jsonb, ${link.digest},
            now() + make_interval(secs => ${link.seconds}), ${total}, ${userId})`);
        await appendAudit(tx, { tenantId, actor: userId, ...asked(order, id, total) });
        const made = await find(tx, caller, id);
        if (!made) throw new Error('An export that was just asked for is gone.');
        return made;
      }),

    get: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        await endForgotten(tx, caller.tenantId);
        return find(tx, caller, id);
      }),

    cancel: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId } = caller;
        if (!isUuid(id)) return null;
        const { rows } = await tx.execute<{ rows_written: number }>(sql`
          update call_exports set state = 'cancelled', wanted = null, token_digest = null, finished_at = now()
          where tenant_id = ${tenantId} and id = ${id} and requested_by = ${userId}
            and state in ('waiting', 'running')
          returning rows_written`);
        if (rows[0])
          await appendAudit(tx, {
            ...{ tenantId, actor: userId, action: 'calls.export_cancelled', subject: id },
            data: { calls: rows[0].rows_written },
          });
        return find(tx, caller, id);
      }),

    begin: (digest) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ tenant_id: string; id: string; wanted: StoredOrder }>(
          sql`select tenant_id, id, wanted from call_exports where token_digest = ${digest}`,
        );
        const [found] = rows;
        if (!found) return null;
        await tx.execute(lock(found.tenant_id));
        const { rows: open } = await tx.execute(running(found.tenant_id));
        if (open.length >= exportLimits.perOrganization) return 'too_many';
        // What was searched for is in the memory of this server from here on: one that is lost leaves nothing behind.
        const { rows: begun } = await tx.execute<{ requested_by: string }>(sql`
          update call_exports set state = 'running', wanted = null, token_digest = null, seen_at = now()
          where tenant_id = ${found.tenant_id} and id = ${found.id} and token_digest = ${digest}
            and state = 'waiting' and link_until > now()
          returning requested_by`);
        const [taken] = begun;
        if (!taken) return null;
        const key = { tenantId: found.tenant_id, id: found.id };
        const { access = null, ...wanted } = found.wanted;
        return { ...key, requestedBy: taken.requested_by, wanted, access } satisfies BegunExport;
      }),

    keep: ({ tenantId, id }, rows) =>
      database.forTenant(tenantId, async (tx) => {
        const { rowCount } = await tx.execute(sql`
          update call_exports set rows_written = ${rows}, seen_at = now()
          where tenant_id = ${tenantId} and id = ${id} and state = 'running'`);
        return rowCount === 1;
      }),

    end: (key, end, rows) =>
      database.forTenant(key.tenantId, (tx) =>
        finish(tx, key, end.state, end.state === 'failed' ? end.problem : null, rows),
      ),

    endAccess: (key) =>
      database.forTenant(key.tenantId, (tx) => finish(tx, key, 'failed', 'access_ended', null)),
  };
}

/**
 * Exports whose server is gone, and links that nobody used, end in the audit log too: whoever looks at an export next writes
 * it down, or else what removes old rows. Null: those of all organizations.
 */
export async function endForgotten(tx: Transaction, tenantId: string | null): Promise<void> {
  const { rows } = await tx.execute<{
    tenant_id: string;
    id: string;
    requested_by: string;
    problem: string;
    rows_written: number;
  }>(sql`
    update call_exports set state = 'failed', wanted = null, token_digest = null,
      problem = case state when 'running' then 'server_lost' else 'not_fetched' end,
      finished_at = case state when 'running' then seen_at else link_until end
    where ${tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`}
      and (state = 'running' and seen_at < now() - ${lostAfter} or state = 'waiting' and link_until < now())
    returning tenant_id, id, requested_by, problem, rows_written`);
  for (const { tenant_id, id, requested_by, problem, rows_written } of rows)
    await appendAudit(tx, {
      ...{ tenantId: tenant_id, actor: requested_by, action: 'calls.export_ended', subject: id },
      data: { state: 'failed', problem, calls: rows_written },
    });
}

/** A file that was cancelled ends some rows later than the export does: its length is noted, not its end. */
async function finish(
  tx: Transaction,
  { tenantId, id }: ExportKey,
  state: CallExport['state'],
  problem: CallExport['problem'],
  written: number | null,
): Promise<void> {
  const { rows } = await tx.execute<{ requested_by: string; rows_written: number }>(sql`
    update call_exports set state = ${state}, problem = ${problem}, wanted = null, token_digest = null,
      rows_written = coalesce(${written}::int, rows_written), finished_at = now()
    where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running')
    returning requested_by, rows_written`);
  const [ended] = rows;
  if (!ended) {
    if (written !== null)
      await tx.execute(sql`
        update call_exports set rows_written = greatest(rows_written, ${written}::int)
        where tenant_id = ${tenantId} and id = ${id}`);
    return;
  }
  await appendAudit(tx, {
    ...{ tenantId, actor: ended.requested_by, action: 'calls.export_ended', subject: id },
    data: { state, ...(problem !== null && { problem }), calls: ended.rows_written },
  });
}
