import type { Database } from '../database.ts';
import { codeOf } from '../unavailable.ts';
import type { Bounds, Candidates } from './candidates.ts';
import type { NextCandidates } from './walk.ts';

/** Calls of one step where a week has too many that fit. */
const callsOfStep = 500;
/** A week that takes longer is left to `byCallsInTurn`. */
const leastTimeoutMs = 25;
const queryCanceled = '57014';

/**
 * By documents: those that fit the query, and calls without one. The index gives all that fit in a week at once; how many
 * those are is not known before, so the statement has to end within the time. After one that does not, the calls themselves are
 * gone through, so many in each step.
 */
export function byDocuments(database: Database, tenantId: string, query: string): NextCandidates {
  let slow = false;
  return async (bounds, wanted, leftMs) => {
    if (!slow) {
      try {
        return await byWeeks(database, tenantId, query, bounds, wanted, leftMs);
      } catch (error) {
        if (codeOf(error) !== queryCanceled) throw error;
        slow = true;
      }
    }
    return byCallsInTurn(database, tenantId, query, bounds);
  };
}

const timeout = "select set_config('statement_timeout', $1, true)";
const weeks = 'select ids, reached from search_calls($1, $2, $3, $4, $5)';

/** Half of the time is for reading what is found. */
async function byWeeks(
  database: Database,
  tenantId: string,
  query: string,
  { before, oldest }: Bounds,
  wanted: number,
  leftMs: number,
): Promise<Candidates> {
  const mostMs = Math.max(leastTimeoutMs, Math.round((leftMs * 3) / 4));
  const budgetMs = Math.max(1, Math.round(leftMs / 2));
  const [, [row]] = await database.readForTenant(tenantId, [
    { text: timeout, values: [String(mostMs)] },
    { text: weeks, values: [query, before, oldest, String(wanted), String(budgetMs)] },
  ]);
  const [ids, reached] = (row ?? [[], null]) as [string[], string | null];
  return { ids, reached };
}

/** A call without a document is due: its texts are read. */
const rows = `
  with looked as materialized (
    select calls.tenant_id, calls.id, document.words from calls
    left join call_search as document on document.tenant_id = calls.tenant_id and document.call_id = calls.id
    where calls.mode = 'live' and calls.id < $2 and calls.id >= $3 order by calls.id desc limit $4
  )
  select array(
    select id from looked
    where words is null or words @@ replace($1, '#', search_prefix(tenant_id, search_period(id)))::tsquery
    order by id desc),
    (select id from looked order by id desc offset $4::integer - 1 limit 1)`;

export async function byCallsInTurn(
  database: Database,
  tenantId: string,
  query: string,
  { before, oldest }: Bounds,
  most = callsOfStep,
): Promise<Candidates> {
  const values = [query, before, oldest, String(most)];
  const [[row]] = await database.readForTenant(tenantId, [{ text: rows, values }]);
  const [ids, reached] = row as [string[], string | null];
  return { ids, reached };
}
