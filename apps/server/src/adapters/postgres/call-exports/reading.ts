import type { CallFilters, ExportField } from '@parley/contract';
import type { CallExports } from '../../../ports/call-exports.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';
import { openTransaction } from '../open-transaction.ts';
import { codeOf } from '../unavailable.ts';
import { exportedCall, selected } from './columns.ts';

/** Small enough that others on the event loop do not notice, whatever is in the rows. */
const batchRows = 200;
const batchRowsWithTranscripts = 40;

const countTimeoutMs = 1_500;
const queryCanceled = '57014';

/** Of what agents say now and said in any version, and of templates; the newest name of an id counts. */
const outcomeFields = sql`
  with field as (
    select f ->> 'id' as id, f ->> 'label' as label, v.published_at as at
    from agent_versions as v, jsonb_array_elements(coalesce(v.config -> 'outcomes' -> 'fields', '[]')) as f
    union all
    select f ->> 'id', f ->> 'label', now()
    from templates as t, jsonb_array_elements(coalesce(t.outcome_fields, '[]')) as f
  )
  select distinct on (id) id, label from field where id <> '' and label <> '' order by id, at desc nulls last`;

export interface Conditions {
  readonly where: string;
  readonly values: readonly (string | null)[];
}

/** What the filters mean in SQL, over the columns of `calls`. */
export type ConditionsOf = (tenantId: string, filters: CallFilters) => Promise<Conditions>;

export function createExportReading(
  database: Pick<Database, 'forTenant' | 'cursor'>,
  conditionsOf: ConditionsOf,
): Pick<CallExports, 'count' | 'fields' | 'read'> {
  return {
    count: async (tenantId, filters) => {
      const { where, values } = await conditionsOf(tenantId, filters);
      try {
        return await database.forTenant(tenantId, async (tx) => {
          const { executeSql } = openTransaction(tx);
          await executeSql(`set local statement_timeout = ${countTimeoutMs}`);
          const { rows } = await executeSql(`select count(*)::int as calls from calls where ${where}`, [
            ...values,
          ]);
          return (rows[0] as { calls: number }).calls;
        });
      } catch (error) {
        if (isTimeout(error)) return null;
        throw error;
      }
    },

    fields: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<ExportField & Record<string, unknown>>(outcomeFields);
        return rows
          .map(({ id, label }) => ({ id, label }))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
      }),

    read: async function* (tenantId, order, signal) {
      const { where, values } = await conditionsOf(tenantId, order.filters);
      const text = `select ${selected(order)} from calls where ${where} order by calls.id desc`;
      const batch = order.columns.includes('transcript') ? batchRowsWithTranscripts : batchRows;
      for await (const rows of database.cursor(tenantId, { text, values }, { batch, signal }))
        yield rows.map((row) => exportedCall(order, row));
    },
  };
}

function isTimeout(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (codeOf(each) === queryCanceled) return true;
  return false;
}
