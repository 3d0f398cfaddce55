import { randomUUIDv7 } from 'node:crypto';
import { type AuditAction, contactImportSubject, type ImportRowError, limits } from '@parley/contract';
import type { QueueName } from '../../../jobs/queues.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { ContactImports } from '../../../ports/contact-imports.ts';
import type { JobSender } from '../../../ports/jobs.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { openTransaction } from '../open-transaction.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { isUuid } from '../uuid.ts';
import { presentImport, storedColumns } from './import-rows.ts';
import { importWork } from './import-work.ts';
import { removedAtOnce, removeUnchanged } from './remove-imported.ts';

const importQueue: QueueName = 'contact-import';

export function createContactImports(database: Database, jobs: JobSender): ContactImports {
  return {
    ...importWork(database),

    create: (caller, { fileName, parts }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtext('parley contact imports'), hashtext(${tenantId}))`,
        );
        const { rows: open } = await tx.execute(sql`
          select 1 from contact_imports where tenant_id = ${tenantId} and state in ('uploading', 'running')
            and created_at > now() - interval '1 day' limit ${limits.importsAtOnce}`);
        if (open.length >= limits.importsAtOnce) return null;
        const { rows } = await tx.execute(sql`
          insert into contact_imports (tenant_id, id, file_name, parts, started_by, started_by_name)
          values (${tenantId}, ${randomUUIDv7()}, ${fileName}, ${parts}, ${caller.userId}, ${caller.displayName})
          returning *`);
        return presentImport(rows[0]);
      }),

    putPart: (tenantId, id, part, content) =>
      database.forTenant(tenantId, async (tx) => {
        const row = await lockImport(tx, tenantId, id);
        if (!row) return 'missing';
        if (row.state !== 'uploading') return 'started';
        if (part >= row.parts) return 'no_such_part';
        await tx.execute(sql`
          insert into contact_import_parts (tenant_id, import_id, part, content)
          values (${tenantId}, ${id}, ${part}, ${content})
          on conflict (tenant_id, import_id, part) do update set content = excluded.content, created_at = now()`);
        return presentImport(row);
      }),

    start: (caller, id, { columns, delimiter, country, rows: expected = null }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const row = await lockImport(tx, tenantId, id);
        if (!row) return 'missing';
        if (row.state !== 'uploading') return 'started';
        const missingPart = await firstMissingPart(tx, tenantId, id, row.parts);
        if (missingPart !== null) return { missingPart };
        const { rows } = await tx.execute(sql`
          update contact_imports set state = 'running', columns = ${storedColumns(columns)}::jsonb,
            delimiter = ${delimiter}, country = ${country}, rows_expected = ${expected}
          where tenant_id = ${tenantId} and id = ${id} returning *`);
        await begin(tx, caller, id, 'contacts.import_started');
        return presentImport(rows[0]);
      }),

    get: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        if (!isUuid(id)) return null;
        const { rows } = await tx.execute(
          sql`select * from contact_imports where tenant_id = ${tenantId} and id = ${id}`,
        );
        if (rows.length === 0) return null;
        const { rows: errors } = await tx.execute(sql`
          select row, code, value from contact_import_errors where tenant_id = ${tenantId} and import_id = ${id}
          order by row limit ${limits.importErrorsMax}`);
        const shown = presentImport(rows[0]);
        return {
          import: shown,
          errors: errors as unknown as ImportRowError[],
          hasMoreErrors: shown.refused > errors.length,
        };
      }),

    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute(sql`
          select * from contact_imports where tenant_id = ${tenantId} order by id desc limit 20`);
        return rows.map(presentImport);
      }),

    undo: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const row = await lockImport(tx, tenantId, id);
        if (!row) return null;
        const counts = await tx.execute<{ removed: number; kept: number }>(sql`
          select (count(*) filter (where revision = 1))::int as removed,
            (count(*) filter (where revision > 1))::int as kept
          from contacts where tenant_id = ${tenantId} and import_id = ${id}`);
        const { removed = 0, kept = 0 } = counts.rows[0] ?? {};
        const { rows } = await tx.execute(sql`
          update contact_imports set state = 'undone', finished_at = now(), position = position - 'erased'
          where tenant_id = ${tenantId} and id = ${id} returning *`);
        await tx.execute(
          sql`delete from contact_import_parts where tenant_id = ${tenantId} and import_id = ${id}`,
        );
        if (removed <= removedAtOnce) await removeUnchanged(tx, { tenantId, importId: id });
        if (removed > removedAtOnce) await begin(tx, caller, id, 'contacts.import_undone');
        else await record(tx, caller, id, 'contacts.import_undone');
        return { import: presentImport(rows[0]), removed, kept };
      }),

    send: ({ tenantId, importId }) =>
      database.asSystem(async (tx) => {
        // What is asked of it differs with its state, so that undoing waits for no job that is still reading.
        const { rows } = await tx.execute<{ state: string }>(
          sql`select state from contact_imports where tenant_id = ${tenantId} and id = ${importId}`,
        );
        const key = `${importId}/${rows[0]?.state ?? 'gone'}`;
        await jobs.send({ queue: importQueue, data: { tenantId, importId }, key }, openTransaction(tx));
      }),
  };
}

async function lockImport(tx: Transaction, tenantId: string, id: string) {
  if (!isUuid(id)) return null;
  const { rows } = await tx.execute<{ state: string; parts: number }>(
    sql`select * from contact_imports where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  return rows[0] ?? null;
}

/** Counted from 0. */
async function firstMissingPart(
  tx: Transaction,
  tenantId: string,
  id: string,
  parts: number,
): Promise<number | null> {
  const { rows } = await tx.execute<{ part: number }>(sql`
    select each as part from generate_series(0, ${parts - 1}::int) as each
    where not exists (
      select from contact_import_parts where tenant_id = ${tenantId} and import_id = ${id} and part = each)
    order by each limit 1`);
  return rows[0]?.part ?? null;
}

/** Only the role of the system may queue a job: a consumer of the outbox does it. */
async function begin(tx: Transaction, caller: Caller, importId: string, action: AuditAction): Promise<void> {
  await record(tx, caller, importId, action);
  await appendToOutbox(tx, caller.tenantId, contactImportSubject(importId), {
    type: 'contacts.import_started',
    version: 1,
    importId,
  });
}

async function record(tx: Transaction, caller: Caller, importId: string, action: AuditAction): Promise<void> {
  const { tenantId, userId: actor } = caller;
  await appendAudit(tx, { tenantId, actor, action, subject: importId });
  await notify(tx, { tenantId, kind: 'import', importId });
}
