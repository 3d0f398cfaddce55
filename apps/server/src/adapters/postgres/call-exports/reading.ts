import { type CallFilters, type ExportField, limits } from '@parley/contract';
import type { CallExports } from '../../../ports/call-exports.ts';
import type { CallSearch } from '../../../ports/call-search.ts';
import { callConditions } from '../call-search/conditions.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';
import { openTransaction } from '../open-transaction.ts';
import type { PipelinedStatement } from '../pipeline.ts';
import { codeOf } from '../unavailable.ts';
import { exportedCall, selected } from './columns.ts';

/** Small enough that others on the event loop do not notice, whatever is in the rows. */
const batchRows = 40;
const batchRowsWithTranscripts = 10;

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

interface ExportReadingDeps {
  readonly database: Pick<Database, 'forTenant' | 'cursor'>;
  readonly search: CallSearch;
  /** The time zone of the organization: the days of the filters are its days. */
  readonly zoneOf: (tenantId: string) => Promise<string>;
}

export function createExportReading({
  database,
  search,
  zoneOf,
}: ExportReadingDeps): Pick<CallExports, 'count' | 'fields' | 'read'> {
  /** The calls with the words that are searched for, a page at a time; no statement alone finds them. */
  async function* pages(tenantId: string, filters: CallFilters): AsyncGenerator<readonly string[]> {
    const timeZone = await zoneOf(tenantId);
    let after: string | undefined;
    do {
      const { hits, next, older } = await search.find(tenantId, {
        ...{ filters, limit: limits.pageSizeMax, after, timeZone },
      });
      yield hits.map(({ call }) => call._id);
      after = next ?? older ?? undefined;
    } while (after !== undefined);
  }

  async function countFound(tenantId: string, filters: CallFilters): Promise<number | null> {
    const deadline = performance.now() + countTimeoutMs;
    let calls = 0;
    for await (const ids of pages(tenantId, filters)) {
      calls += ids.length;
      if (performance.now() > deadline) return null;
    }
    return calls;
  }

  return {
    count: async (tenantId, filters) => {
      if (hasWords(filters)) return countFound(tenantId, filters);
      const { text, values } = callConditions(filters, await zoneOf(tenantId));
      try {
        return await database.forTenant(tenantId, async (tx) => {
          const { executeSql } = openTransaction(tx);
          await executeSql(`set local statement_timeout = ${countTimeoutMs}`);
          const count = `select count(*)::int as calls from calls where ${text}`;
          const { rows } = await executeSql(count, [...values]);
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
      const select = `select ${selected(order)} from calls`;
      const batch = order.columns.includes('transcript') ? batchRowsWithTranscripts : batchRows;
      async function* rowsOf(statement: PipelinedStatement) {
        for await (const rows of database.cursor(tenantId, statement, { batch, signal }))
          yield rows.map((row) => exportedCall(order, row));
      }
      if (hasWords(order.filters)) {
        for await (const ids of pages(tenantId, order.filters)) {
          signal.throwIfAborted();
          if (ids.length === 0) continue;
          const text = `${select} where ${ofIds} order by calls.id desc`;
          yield* rowsOf({ text, values: [JSON.stringify(ids)] });
        }
        return;
      }
      const conditions = callConditions(order.filters, await zoneOf(tenantId));
      const text = `${select} where ${conditions.text} order by calls.id desc`;
      yield* rowsOf({ text, values: conditions.values });
    },
  };
}

const ofIds =
  "calls.mode = 'live' and calls.id = any (array(select jsonb_array_elements_text($1::jsonb)::uuid))";

const hasWords = ({ q }: CallFilters) => (q ?? '').trim() !== '';

function isTimeout(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (codeOf(each) === queryCanceled) return true;
  return false;
}
