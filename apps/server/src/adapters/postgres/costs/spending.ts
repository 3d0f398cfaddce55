import { type Spending, type SpendingPeriod, spendingLevel } from '@parley/contract';
import type { SpendingStore } from '../../../ports/spending.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { eq, type SQL, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { spendingLimits as table } from './tables.ts';

export function createSpendingStore(database: Database): SpendingStore {
  return {
    get: (tenantId, now) => database.forTenant(tenantId, (tx) => readSpending(tx, tenantId, now)),

    saveLimits: (caller, { dayMicros, monthMicros, rates }, revision, now) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId, displayName } = caller;
        const stored = JSON.stringify({ version: 1, list: rates });
        const { rows } = await tx.execute(sql`
          insert into spending_limits (tenant_id, day_micros, month_micros, rates, changed_by, changed_by_name)
          select ${tenantId}, ${dayMicros}::bigint, ${monthMicros}::bigint, ${stored}::jsonb, ${userId}, ${displayName}
          where ${revision} = 0 or exists (select from spending_limits where tenant_id = ${tenantId})
          on conflict (tenant_id) do update set day_micros = excluded.day_micros, month_micros = excluded.month_micros,
            rates = excluded.rates, changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name,
            changed_at = now(), revision = spending_limits.revision + 1
          where spending_limits.revision = ${revision}
          returning revision`);
        if (rows.length === 0) return null;
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'spending-limits.changed', subject: tenantId },
          data: { dayMicros, monthMicros },
        });
        await notify(tx, { tenantId, kind: 'listed', list: 'organization' });
        return readSpending(tx, tenantId, now);
      }),
  };
}

interface Sums {
  readonly [column: string]: unknown;
  readonly currency: string;
  readonly day: string;
  readonly month: string;
  readonly day_sums: string[];
  readonly month_sums: string[];
}

export async function readSpending(tx: Transaction, tenantId: string, now: Date): Promise<Spending> {
  const [limits] = await tx.select().from(table).where(eq(table.tenantId, tenantId));
  const { rows } = await tx.execute<Sums>(sql`
    with today as (
      select currency, (${now.toISOString()}::timestamptz at time zone time_zone)::date as day
      from organizations where tenant_id = ${tenantId}
    )
    select currency, day::text, date_trunc('month', day)::date::text as month,
      (${sumsSince(tenantId, sql`today.day`)}) as day_sums,
      (${sumsSince(tenantId, sql`date_trunc('month', today.day)::date`)}) as month_sums
    from today`);
  const [sums] = rows;
  if (!sums) throw new Error('What an organization without settings has spent was asked for.');
  return {
    currency: sums.currency,
    limits: {
      dayMicros: limits?.dayMicros ?? null,
      monthMicros: limits?.monthMicros ?? null,
      rates: limits?.rates.list ?? [],
    },
    revision: limits?.revision ?? 0,
    changedAt: limits?.changedAt.toISOString() ?? null,
    changedBy: limits?.changedByName ? { displayName: limits.changedByName } : null,
    day: periodOf(sums.day, sums.day_sums),
    month: periodOf(sums.month, sums.month_sums),
  };
}

/** Which limit is reached, the month's before the day's; null: none. */
export async function reachedLimit(
  tx: Transaction,
  tenantId: string,
  now: Date,
): Promise<'day' | 'month' | null> {
  const { rows } = await tx.execute(sql`select from spending_limits where tenant_id = ${tenantId}`);
  if (rows.length === 0) return null;
  const spending = await readSpending(tx, tenantId, now);
  const isReached = (period: 'day' | 'month') =>
    spendingLevel(spending[period], spending.limits[`${period}Micros`]) === 'reached';
  return (['month', 'day'] as const).find(isReached) ?? null;
}

/** Spent, the estimated part of it, and held. Days that have not come yet there are only after the zone was changed. */
function sumsSince(tenantId: string, from: SQL) {
  return sql`
    select array[coalesce(sum(micros), 0), coalesce(sum(estimated_micros), 0), coalesce((
      select sum(held.micros) from spending_reservations as held
      where held.tenant_id = ${tenantId} and held.day >= ${from}
        and coalesce(held.currency, today.currency) = today.currency), 0)]::text[]
    from spending_days as spent
    where spent.tenant_id = ${tenantId} and spent.currency = today.currency and spent.day >= ${from}`;
}

function periodOf(from: string, [spent, estimated, held]: readonly string[]): SpendingPeriod {
  return {
    ...{ from, spentMicros: Number(spent), estimatedMicros: Number(estimated), heldMicros: Number(held) },
  };
}
