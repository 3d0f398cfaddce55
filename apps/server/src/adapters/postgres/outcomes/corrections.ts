import { type AuditAction, type OutcomeField, type OutcomeValue, resultField } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { CorrectionResult } from '../../../ports/outcomes.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { isUuid } from '../uuid.ts';
import { shownOutcome } from './read.ts';

type Refused = Exclude<CorrectionResult['kind'], 'stored'>;
/** `same`: it is so already, because it was sent twice or two people had the same idea. */
type Stored = 'stored' | 'same' | 'changed';

/** A person's value beside the one that was read. Each correction names the one that it is based on (OC10). */
export function correctOutcome(
  database: Database,
  caller: Caller,
  callId: string,
  field: string,
  revision: number,
  value: OutcomeValue | null,
): Promise<CorrectionResult> {
  return change(database, caller, callId, field, 'outcome.corrected', async (tx) => {
    const [json, of] = [JSON.stringify(value), { tenantId: caller.tenantId, by: caller.userId }];
    const { rows } =
      revision === 0
        ? await tx.execute(sql`
            insert into outcome_corrections (tenant_id, call_id, field_id, value, corrected_by, corrected_by_name)
            values (${of.tenantId}, ${callId}, ${field}, ${json}::jsonb, ${of.by}, ${caller.displayName})
            on conflict do nothing returning field_id`)
        : await tx.execute(sql`
            update outcome_corrections set value = ${json}::jsonb, revision = revision + 1, corrected_by = ${of.by},
              corrected_by_name = ${caller.displayName}, corrected_at = now()
            where call_id = ${callId} and field_id = ${field} and revision = ${revision} returning field_id`);
    if (rows.length === 0) {
      const { rows: same } = await tx.execute(sql`
        select from outcome_corrections
        where call_id = ${callId} and field_id = ${field} and value is not distinct from ${json}::jsonb`);
      return same.length > 0 ? 'same' : 'changed';
    }
    if (field === resultField)
      await tx.execute(sql`update calls set outcome_result = ${value} where id = ${callId}`);
    return 'stored';
  });
}

/** The value that was read counts again. */
export function withdrawCorrection(
  database: Database,
  caller: Caller,
  callId: string,
  field: string,
  revision: number,
): Promise<CorrectionResult> {
  return change(database, caller, callId, field, 'outcome.correction_withdrawn', async (tx) => {
    const { rows } = await tx.execute(sql`
      delete from outcome_corrections
      where call_id = ${callId} and field_id = ${field} and revision = ${revision} returning field_id`);
    if (rows.length === 0) {
      const { rows: left } = await tx.execute(
        sql`select from outcome_corrections where call_id = ${callId} and field_id = ${field}`,
      );
      return left.length > 0 ? 'changed' : 'same';
    }
    if (field === resultField)
      await tx.execute(sql`update calls set outcome_result = outcome ->> 'result' where id = ${callId}`);
    return 'stored';
  });
}

async function change(
  database: Database,
  caller: Caller,
  callId: string,
  field: string,
  action: AuditAction,
  store: (tx: Transaction) => Promise<Stored>,
): Promise<CorrectionResult> {
  if (!isUuid(callId)) return { kind: 'call_missing' };
  const { tenantId } = caller;
  const refused = await database.forTenant(tenantId, async (tx): Promise<Refused | null> => {
    const { rows } = await tx.execute<{ fields: OutcomeField[] | null }>(sql`
      select outcome -> 'fields' as fields from calls where id = ${callId} and mode = 'live' for update`);
    const [call] = rows;
    if (!call) return 'call_missing';
    if (!call.fields || !(field === resultField || call.fields.some(({ id }) => id === field)))
      return 'field_missing';
    const stored = await store(tx);
    if (stored !== 'stored') return stored === 'changed' ? stored : null;
    await appendAudit(tx, { tenantId, actor: caller.userId, action, subject: callId, data: { field } });
    await notify(tx, { kind: 'outcome', tenantId, callId });
    if (field === resultField) await notify(tx, { kind: 'changed', tenantId, callId });
    return null;
  });
  if (refused) return { kind: refused };
  const outcome = await shownOutcome(database, tenantId, callId);
  return outcome ? { kind: 'stored', outcome } : { kind: 'call_missing' };
}
