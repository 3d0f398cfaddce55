import { limits } from '@parley/contract';
import type {
  ContactImports,
  ImportBatch,
  ImportKey,
  RunningImport,
} from '../../../ports/contact-imports.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { erasedDigest } from '../personal-data/erased-from-imports.ts';
import { erasedNumber } from '../personal-data/mentions.ts';
import { addContacts } from './import-contacts.ts';
import { runningImport } from './import-rows.ts';
import { removeUnchanged } from './remove-imported.ts';

/** What the job does, in the role of the system. */
export function importWork(
  database: Database,
): Pick<ContactImports, 'open' | 'part' | 'save' | 'fail' | 'removeAdded' | 'ownNumbers' | 'removeOld'> {
  return {
    open: ({ tenantId, importId }) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute(
          sql`select * from contact_imports where tenant_id = ${tenantId} and id = ${importId}`,
        );
        return runningImport(rows[0]);
      }),

    part: ({ tenantId, importId }, part) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ content: string }>(sql`
          select content from contact_import_parts
          where tenant_id = ${tenantId} and import_id = ${importId} and part = ${part}`);
        return rows[0]?.content ?? null;
      }),

    save: (key, running, batch) =>
      database.asSystem(async (tx) => {
        const now = await locked(tx, key);
        if (!now || !isAt(now, batch)) return false;
        const { added, present, refused } = await addContacts(
          tx,
          key,
          running,
          withoutErased(key, now, batch),
        );
        const counts: Record<string, number> = {};
        for (const { code } of refused) counts[code] = (counts[code] ?? 0) + 1;
        const { rows } = await tx.execute<{ refused: number }>(sql`
          update contact_imports set position = ${JSON.stringify({ ...batch.to, ...(batch.last ? {} : { erased: now.erased }) })}::jsonb,
            rows_read = rows_read + ${batch.rows}, added = added + ${added}, present = present + ${present},
            refused = refused + ${refused.length},
            error_counts = error_counts || (
              select coalesce(jsonb_object_agg(code, coalesce((error_counts ->> code)::int, 0) + more::int), '{}')
              from jsonb_each_text(${JSON.stringify(counts)}::jsonb) as counted (code, more)),
            state = case when ${batch.last} then 'done' else state end,
            finished_at = case when ${batch.last} then now() end
          where tenant_id = ${key.tenantId} and id = ${key.importId} returning refused`);
        const before = (rows[0]?.refused ?? 0) - refused.length;
        await keepErrors(tx, key, refused.slice(0, Math.max(0, limits.importErrorsMax - before)));
        if (batch.last) await removeParts(tx, key);
        if (batch.notifyPages || batch.last) await notify(tx, { ...key, kind: 'import' });
        return true;
      }),

    fail: (key) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute(sql`
          update contact_imports set state = 'failed', finished_at = now(), position = position - 'erased'
          where tenant_id = ${key.tenantId} and id = ${key.importId} and state = 'running' returning 1`);
        if (rows.length === 0) return;
        await removeParts(tx, key);
        await notify(tx, { ...key, kind: 'import' });
      }),

    removeAdded: (key) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute(sql`
          select 1 from contact_imports
          where tenant_id = ${key.tenantId} and id = ${key.importId} and state = 'undone' for update`);
        if (rows.length === 0) return false;
        const removed = await removeUnchanged(tx, key);
        if (removed === 0) await notify(tx, { ...key, kind: 'import' });
        return removed > 0;
      }),

    ownNumbers: (tenantId) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ number: string }>(
          sql`select number from phone_numbers where tenant_id = ${tenantId}`,
        );
        return new Set(rows.map(({ number }) => number));
      }),

    removeOld: (partsBefore, importsBefore) =>
      database.asSystem(async (tx) => {
        const parts = sql`${partsBefore.toISOString()}::timestamptz`;
        // One that was begun and not finished within that time has lost its parts: it cannot go on.
        const { rows } = await tx.execute(sql`
          update contact_imports set state = 'failed', finished_at = now(), position = position - 'erased'
          where state in ('uploading', 'running') and created_at < ${parts} returning 1`);
        await tx.execute(sql`delete from contact_import_parts where created_at < ${parts}`);
        await tx.execute(sql`
          delete from contact_imports where created_at < ${importsBefore.toISOString()}::timestamptz`);
        return rows.length;
      }),
  };
}

async function locked(tx: Transaction, { tenantId, importId }: ImportKey): Promise<RunningImport | null> {
  const { rows } = await tx.execute(
    sql`select * from contact_imports where tenant_id = ${tenantId} and id = ${importId} for update`,
  );
  return runningImport(rows[0]);
}

function isAt({ position }: RunningImport, { from }: ImportBatch): boolean {
  return position.part === from.part && position.offset === from.offset && position.row === from.row;
}

/** A row must not bring back whoever was erased while the file was being read. */
function withoutErased({ importId }: ImportKey, { erased }: RunningImport, batch: ImportBatch): ImportBatch {
  if (erased.length === 0) return batch;
  const { false: contacts = [], true: gone = [] } = Object.groupBy(batch.contacts, ({ number }) =>
    String(erased.includes(erasedDigest(importId, number))),
  );
  const refused = gone.map(({ row }) => ({ row, code: 'not_a_number' as const, value: erasedNumber }));
  return { ...batch, contacts, refused: [...batch.refused, ...refused] };
}

async function keepErrors(tx: Transaction, key: ImportKey, refused: ImportBatch['refused']): Promise<void> {
  if (refused.length === 0) return;
  await tx.execute(sql`
    insert into contact_import_errors (tenant_id, import_id, row, code, value)
    select ${key.tenantId}, ${key.importId}, (each ->> 0)::int, each ->> 1, each ->> 2
    from jsonb_array_elements(${JSON.stringify(refused.map(({ row, code, value }) => [row, code, value]))}::jsonb) as each
    on conflict do nothing`);
}

async function removeParts(tx: Transaction, { tenantId, importId }: ImportKey): Promise<void> {
  await tx.execute(
    sql`delete from contact_import_parts where tenant_id = ${tenantId} and import_id = ${importId}`,
  );
}
