import type { AttemptResult, CampaignProgress, RecipientAttempt, RecipientWait } from '@parley/contract';
import type { StoredProgress } from '../../../ports/campaign-runs.ts';
import { instantOf } from '../contacts/columns.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { linesInUse } from './lines-in-use.ts';
import { unsorted } from './one-row.ts';
import { campaignOf } from './records.ts';
import { presentCampaign, presentRecipient, shownCall } from './rows.ts';

/** How many calls that are up are shown. */
const liveShown = 50;

export function readProgress(
  database: Database,
  tenantId: string,
  id: string,
  now: Date,
): Promise<StoredProgress | null> {
  return database.forTenant(tenantId, async (tx) => {
    const found = await campaignOf(tx, tenantId, id);
    if (!found) return null;
    const campaign = presentCampaign(found);
    const { breaker_since: since } = found as unknown as { breaker_since: Date | string | null };
    const { rows: groups } = await tx.execute<Group>(sql`
      select state, waits, result, waits_zone as zone, count(*)::int as count,
        min(next_at) filter (where state = 'pending' and next_at > '-infinity') as until
      from recipients where tenant_id = ${tenantId} and campaign_id = ${id} group by state, waits, result, waits_zone`);
    const { rows: attempts } = await tx.execute<{ count: number; last: Date | string | null }>(sql`
      select count(*)::int as count, max(started_at) as last from recipient_attempts where tenant_id = ${tenantId} and campaign_id = ${id}`);
    const { rows: due } = await tx.execute(sql`
      select 1 from recipients where tenant_id = ${tenantId} and campaign_id = ${id} and state = 'pending'
        and next_at <= ${now.toISOString()}::timestamptz limit 1`);
    const last = attempts[0]?.last ?? null;
    return {
      ...{ campaign, breakerSince: since === null ? null : new Date(instantOf(since)) },
      ...summed(groups),
      attempts: attempts[0]?.count ?? 0,
      ...{ due: due.length > 0, lastDialAt: last === null ? null : new Date(instantOf(last)) },
      lines: await linesInUse(tx, tenantId, id),
      live: await liveOf(tx, tenantId, id),
      recent: await recentOf(tx, tenantId, id, campaign.policy.breaker.calls),
    };
  });
}

interface Group extends Record<string, unknown> {
  readonly state: string;
  readonly waits: RecipientWait | null;
  readonly result: AttemptResult | null;
  readonly count: number;
  readonly until: Date | string | null;
  readonly zone: string | null;
}

const finished = ['done', 'exhausted', 'suppressed', 'canceled'];

function summed(groups: readonly Group[]): Pick<CampaignProgress, 'states' | 'results' | 'waits' | 'nextAt'> {
  const states = new Map<string, number>();
  const results = new Map<AttemptResult, number>();
  const waits = new Map<RecipientWait, CampaignProgress['waits'][number]>();
  let nextAt: string | null = null;
  for (const { state, waits: reason, result, count, until, zone } of groups) {
    states.set(state, (states.get(state) ?? 0) + count);
    if (result !== null && finished.includes(state)) results.set(result, (results.get(result) ?? 0) + count);
    const at = until === null ? null : instantOf(until);
    if (at !== null && (nextAt === null || at < nextAt)) nextAt = at;
    if (reason === null) continue;
    const other = waits.get(reason);
    const isFirst = !other || (at !== null && (other.until === null || at < other.until));
    waits.set(reason, {
      ...{ reason, count: count + (other?.count ?? 0) },
      zone: isFirst ? zone : (other?.zone ?? null),
      until: isFirst ? at : (other?.until ?? null),
    });
  }
  return {
    states: [...states].map(([state, count]) => ({ state, count })),
    results: [...results].map(([result, count]) => ({ result, count })),
    waits: [...waits.values()],
    nextAt,
  };
}

async function liveOf(tx: Transaction, tenantId: string, id: string): Promise<CampaignProgress['live']> {
  const { rows } = await tx.execute<{
    row: number;
    name: string;
    number: string;
    call_id: string | null;
    attempts: number;
    since: Date | string;
  }>(sql`
    select r.row, r.name, r.number, r.call_id, r.attempts, a.started_at as since
    from recipients r join recipient_attempts a
      on a.tenant_id = r.tenant_id and a.campaign_id = r.campaign_id and a.row = r.row and a.attempt = r.attempts
    where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.state in ('dialing', 'in_call')
    order by a.started_at, r.row limit ${liveShown}`);
  return rows.map(({ row, name, number, call_id: callId, attempts: attempt, since }) => ({
    ...{ row, name, number, callId, attempt, since: instantOf(since) },
  }));
}

/** The last attempts of a campaign that are over, the latest first. The transaction avoids sorting from then on. */
export async function recentOf(
  tx: Transaction,
  tenantId: string,
  id: string,
  most: number,
): Promise<{ readonly at: Date; readonly result: AttemptResult }[]> {
  const [, { rows }] = await Promise.all([
    tx.execute(unsorted),
    tx.execute<{ at: Date | string; result: AttemptResult }>(sql`
      select ended_at as at, result from recipient_attempts
      where tenant_id = ${tenantId} and campaign_id = ${id} and result is not null
      order by ended_at desc limit ${most}`),
  ]);
  return rows.map(({ at, result }) => ({ at: new Date(instantOf(at)), result }));
}

export function readRecipient(database: Database, tenantId: string, id: string, row: number) {
  return database.forTenant(tenantId, async (tx) => {
    if (!(await campaignOf(tx, tenantId, id))) return null;
    const { rows } = await tx.execute(sql`
      select *, ${shownCall} from recipients where tenant_id = ${tenantId} and campaign_id = ${id} and row = ${row}`);
    if (rows.length === 0) return null;
    const { rows: attempts } = await tx.execute<AttemptRow>(sql`
      select a.attempt, a.started_at, a.ended_at, a.result, a.detail,
        case when exists (select from calls c where c.tenant_id = a.tenant_id and c.id = a.call_id and c.mode = 'live') then a.call_id end as call_id
      from recipient_attempts a
      where a.tenant_id = ${tenantId} and a.campaign_id = ${id} and a.row = ${row} order by a.attempt`);
    return { recipient: presentRecipient(rows[0]), attempts: attempts.map(presentAttempt) };
  });
}

interface AttemptRow extends Record<string, unknown> {
  readonly attempt: number;
  readonly call_id: string | null;
  readonly started_at: Date | string;
  readonly ended_at: Date | string | null;
  readonly result: AttemptResult | null;
  readonly detail: string;
}

function presentAttempt(row: AttemptRow): RecipientAttempt {
  return {
    ...{ attempt: row.attempt, callId: row.call_id, startedAt: instantOf(row.started_at) },
    endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
    ...{ result: row.result, detail: row.detail },
  };
}
