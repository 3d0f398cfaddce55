import { type AuditAction, type ConsentRules, limits } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { ConsentRulesStore } from '../../../ports/consent-rules.ts';
import type { NumberDigest } from '../../../ports/number-digest.ts';
import { appendAudit } from '../audit/append.ts';
import { instantOf } from '../contacts/columns.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { releaseHeldRecipients } from './release-held-recipients.ts';

interface RulesRow {
  readonly grounds: ConsentRules['grounds'] | null;
  readonly revision: number | null;
  readonly changed_at: Date | string | null;
  readonly changed_by_name: string | null;
  readonly id: string | null;
  readonly file_name: string;
  readonly dated: string;
  readonly numbers: number;
  readonly imported_at: Date | string;
  readonly imported_by_name: string | null;
}

const undeclared: ConsentRules['grounds'] = { service: null, reminder: null, survey: null };
const person = (name: string | null) => (name === null ? null : { displayName: name });

/** `most`: how many numbers a registry may have. */
export function createConsentRulesStore(
  database: Database,
  digestOf: NumberDigest,
  most: number = limits.registryNumbersMax,
): ConsentRulesStore {
  return {
    get: (tenantId) => database.forTenant(tenantId, (tx) => rulesOf(tx, tenantId)),

    declare: (caller, { revision, grounds }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId, displayName } = caller;
        const text = JSON.stringify(grounds);
        const { rows } = await tx.execute(sql`
          insert into consent_rules as before (tenant_id, grounds, changed_by, changed_by_name)
          select ${tenantId}, ${text}::jsonb, ${userId}, ${displayName} where ${revision} = 0
            or exists (select from consent_rules where tenant_id = ${tenantId})
          on conflict (tenant_id) do update set grounds = excluded.grounds, revision = before.revision + 1,
            changed_at = now(), changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name
          where before.revision = ${revision} and before.grounds <> excluded.grounds
          returning 1`);
        if (rows.length > 0) {
          await record(tx, caller, 'consent.grounds_declared', { grounds });
          const declared = Object.entries(grounds).flatMap(([purpose, why]) =>
            why === null ? [] : [purpose],
          );
          await releaseHeldRecipients(tx, tenantId, declared, ['no_ground']);
        }
        const rules = await rulesOf(tx, tenantId);
        // Sent twice, or two people had the same idea.
        const same = Object.entries(grounds).every(([name, value]) => rules.grounds[name as never] === value);
        return same ? rules : 'changed';
      }),

    addNumbers: (caller, { id, fileName, dated, last }, numbers) =>
      database
        .forTenant(caller.tenantId, async (tx) => {
          const { tenantId, userId, displayName } = caller;
          // What was begun and never ended goes when the next one begins.
          await tx.execute(sql`
            delete from registry_files where tenant_id = ${tenantId} and imported_at is null and id <> ${id}
              and created_at < now() - interval '1 day'`);
          await tx.execute(sql`
            insert into registry_files (tenant_id, id, file_name, dated)
            values (${tenantId}, ${id}, ${fileName}, ${dated}::date) on conflict do nothing`);
          const { rows: files } = await tx.execute<{ imported_at: Date | null }>(sql`
            select imported_at from registry_files where tenant_id = ${tenantId} and id = ${id} for update`);
          if (files[0]?.imported_at !== null) return 0;
          const digests = numbers.map((number) => digestOf(tenantId, number));
          const { rows } = await tx.execute(sql`
            insert into registry_numbers (tenant_id, file_id, digest)
            select ${tenantId}, ${id}::uuid, digest from unnest(${sql.param(digests)}::text[]) as digest
            on conflict do nothing returning 1`);
          const { rows: counted } = await tx.execute<{ numbers: number }>(sql`
            update registry_files set numbers = numbers + ${rows.length}
            where tenant_id = ${tenantId} and id = ${id} returning numbers`);
          const total = counted[0]?.numbers ?? 0;
          if (total > most) throw new TooManyNumbers();
          if (!last) return rows.length;
          if (total === 0) throw new NoNumbers();
          await tx.execute(sql`
            delete from registry_files where tenant_id = ${tenantId} and imported_at is not null`);
          await tx.execute(sql`
            update registry_files set imported_at = now(), imported_by = ${userId}, imported_by_name = ${displayName}
            where tenant_id = ${tenantId} and id = ${id}`);
          await record(tx, caller, 'registry.imported', { numbers: total, dated });
          await releaseHeldRecipients(tx, tenantId, ['sales'], ['registry_missing', 'registry_old']);
          return rows.length;
        })
        .catch((error: unknown) => {
          if (error instanceof TooManyNumbers) return 'full' as const;
          if (error instanceof NoNumbers) return 'empty' as const;
          throw error;
        }),

    removeRegistry: (caller) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const { rows } = await tx.execute(sql`
          delete from registry_files where tenant_id = ${tenantId} and imported_at is not null returning 1`);
        if (rows.length > 0) await record(tx, caller, 'registry.removed');
      }),
  };
}

/** Undoes the rows that were stored. */
class TooManyNumbers extends Error {}
class NoNumbers extends Error {}

async function rulesOf(tx: Transaction, tenantId: string): Promise<ConsentRules> {
  const { rows } = await tx.execute(sql`
    select rules.grounds, rules.revision, rules.changed_at, rules.changed_by_name, file.id, file.file_name,
      file.dated::text as dated, file.numbers, file.imported_at, file.imported_by_name
    from (select 1) as one
    left join consent_rules as rules on rules.tenant_id = ${tenantId}
    left join registry_files as file on file.tenant_id = ${tenantId} and file.imported_at is not null`);
  const row = rows[0] as unknown as RulesRow;
  return {
    grounds: row.grounds ?? undeclared,
    revision: row.revision ?? 0,
    changedAt: row.changed_at === null ? null : instantOf(row.changed_at),
    changedBy: person(row.changed_by_name),
    registry:
      row.id === null
        ? null
        : {
            ...{ id: row.id, fileName: row.file_name, dated: row.dated, numbers: row.numbers },
            importedAt: instantOf(row.imported_at),
            importedBy: person(row.imported_by_name),
          },
  };
}

/** Whatever changes the rules is in the audit log, and open pages fetch them again. */
async function record(
  tx: Transaction,
  { tenantId, userId: actor }: Caller,
  action: AuditAction,
  data: Record<string, unknown> = {},
): Promise<void> {
  await appendAudit(tx, { tenantId, actor, action, subject: tenantId, data });
  await notify(tx, { tenantId, kind: 'listed', list: 'consentRules' });
}
