import { type RetentionDays, terminalStatuses } from '@parley/contract';
import type { RetentionStore } from '../../../ports/retention.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { openTransaction } from '../open-transaction.ts';
import { deskTables } from '../personal-data/registry.ts';
import { nilUuid } from '../uuid.ts';

/** What was said and done on a call, as the registry marks it. */
const transcriptTables = deskTables
  .filter(({ keptAs }) => keptAs === 'transcripts')
  .map(({ table }) => table);

const isOver = `calls.status in (${terminalStatuses.map((status) => `'${status}'`).join(', ')})`;

export function createRetentionStore(database: Database): RetentionStore {
  return {
    get: (tenantId) => database.forTenant(tenantId, read),

    save: (caller, days, revision) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId, displayName } = caller;
        const { rows } = await tx.execute(sql`
          insert into retention (tenant_id, transcripts_days, calls_days, audit_days, changed_by, changed_by_name)
          select ${tenantId}, ${days.transcripts}::int, ${days.calls}::int, ${days.audit}::int, ${userId}, ${displayName}
          where ${revision} = 0 or exists (select from retention where tenant_id = ${tenantId})
          on conflict (tenant_id) do update set transcripts_days = excluded.transcripts_days,
            calls_days = excluded.calls_days, audit_days = excluded.audit_days, changed_by = excluded.changed_by,
            changed_by_name = excluded.changed_by_name, changed_at = now(), revision = retention.revision + 1
          where retention.revision = ${revision}
          returning revision`);
        if (rows.length === 0) return null;
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'retention.changed', subject: tenantId, data: { ...days } },
        });
        return read(tx);
      }),

    preview: (tenantId, before) =>
      database.forTenant(tenantId, async (tx) => {
        const count = async (text: string, at: Date | null) => {
          if (at === null) return 0;
          const { rows } = await openTransaction(tx).executeSql(text, [tenantId, at]);
          return Number((rows as { n: number }[])[0]?.n ?? 0);
        };
        const old = `calls.tenant_id = $1 and calls.created_at < $2 and ${isOver}`;
        return {
          transcripts: await count(
            `select count(*)::int as n from calls where ${old} and exists (
               select from transcript_entries as entry
               where entry.tenant_id = calls.tenant_id and entry.call_id = calls.id)`,
            before.transcripts,
          ),
          calls: await count(`select count(*)::int as n from calls where ${old}`, before.calls),
        };
      }),

    all: () =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ [column: string]: unknown }>(sql`
          select tenant_id, transcripts_days, calls_days, audit_days from retention
          where coalesce(transcripts_days, calls_days, audit_days) is not null order by tenant_id`);
        return rows.map((row) => ({ tenantId: String(row.tenant_id), days: daysOf(row) }));
      }),

    // By the order of the calls: looking for those that still have a transcript would read all older ones again each time.
    // The calls are locked first, as wherever else a recording goes: a call notes that its recording was deleted.
    removeTranscripts: (tenantId, before, limit, after) =>
      database.forTenant(tenantId, async (tx) => {
        const { executeSql } = openTransaction(tx);
        const [at, id] = after?.split('_') ?? ['-infinity', nilUuid];
        const { rows: few } = (await executeSql(
          `select id, created_at::text as at from calls
           where calls.tenant_id = $1 and calls.created_at < $2 and ${isOver}
             and calls.created_at >= $4::timestamptz and (calls.created_at, calls.id) > ($4::timestamptz, $5::uuid)
           order by calls.created_at, calls.id limit $3 for no key update`,
          [tenantId, before, limit, at, id],
        )) as { rows: { id: string; at: string }[] };
        const emptied = new Set<string>();
        for (const table of few.length === 0 ? [] : transcriptTables) {
          const { rows } = await executeSql(
            `delete from ${table} where tenant_id = $1 and call_id = any ($2::uuid[]) returning call_id`,
            [tenantId, few.map((call) => call.id)],
          );
          for (const { call_id } of rows as { call_id: string }[]) emptied.add(call_id);
        }
        const last = few.length < limit ? undefined : few.at(-1);
        return { calls: emptied.size, next: last ? `${last.at}_${last.id}` : null };
      }),

    removeCalls: (tenantId, before, limit) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await openTransaction(tx).executeSql(
          `delete from calls where tenant_id = $1 and id in (
             select id from calls where calls.tenant_id = $1 and calls.created_at < $2 and ${isOver}
             order by calls.created_at limit $3 for update skip locked)
           returning 1`,
          [tenantId, before, limit],
        );
        return rows.length;
      }),

    record: (tenantId, removed) =>
      database.forTenant(tenantId, (tx) =>
        appendAudit(tx, {
          ...{ tenantId, actor: 'system', action: 'retention.applied', subject: tenantId },
          data: { ...removed },
        }),
      ),
  };
}

async function read(tx: Transaction) {
  const { rows } = await tx.execute<{ [column: string]: unknown }>(sql`select * from retention`);
  const [row] = rows;
  const name = row?.changed_by_name as string | null | undefined;
  return {
    days: daysOf(row ?? {}),
    revision: Number(row?.revision ?? 0),
    changedBy: name === null || name === undefined ? null : { displayName: name },
    changedAt: row === undefined ? null : new Date(row.changed_at as string).toISOString(),
  };
}

function daysOf(row: { readonly [column: string]: unknown }): RetentionDays {
  const days = (column: string) => (row[column] ?? null) as number | null;
  return { transcripts: days('transcripts_days'), calls: days('calls_days'), audit: days('audit_days') };
}
