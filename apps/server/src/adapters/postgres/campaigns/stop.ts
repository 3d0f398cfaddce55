import type { Campaign } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { addEvent, campaignOf } from './records.ts';
import { presentCampaign } from './rows.ts';

interface Stop {
  readonly endCalls: boolean;
  readonly now: Date;
  /** Left out: it came about by itself. */
  readonly caller?: Caller;
  readonly detail?: string;
}

/** The caller has locked the row and seen that it may be stopped. */
export async function stopIn(
  tx: Transaction,
  tenantId: string,
  { id, state: before, startedAt }: Campaign,
  { endCalls, now, caller, detail = endCalls ? 'now' : '' }: Stop,
): Promise<Campaign> {
  const by = caller && { caller };
  // Also one that was paused before its time came.
  if (before === 'scheduled' || (before === 'paused' && startedAt === null)) {
    await addEvent(tx, tenantId, id, { kind: 'unscheduled', at: now, ...by });
    const { rows } = await tx.execute(sql`
      update campaigns set state = 'draft', side = null, agent_version = null, start_at = null, pretend_ms = null,
        pause_reason = null, pause_detail = '', paused_at = null, changed_at = now()
      where tenant_id = ${tenantId} and id = ${id} returning *`);
    return presentCampaign(rows[0]);
  }
  await tx.execute(sql`
    update recipients set state = 'canceled', waits = null, waits_zone = null
    where tenant_id = ${tenantId} and campaign_id = ${id} and state in ('pending', 'held')`);
  const { rows: live } = await tx.execute(sql`
    select 1 from recipients where tenant_id = ${tenantId} and campaign_id = ${id}
      and state in ('dialing', 'in_call') limit 1`);
  const state = live.length > 0 ? 'stopping' : 'stopped';
  const { rows } = await tx.execute(sql`
    update campaigns set state = ${state}, stop_now = stop_now or ${endCalls}, pause_reason = null, paused_at = null,
      ended_at = ${state === 'stopped' ? now.toISOString() : null}::timestamptz,
      changed_at = ${now.toISOString()}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} returning *`);
  await addEvent(tx, tenantId, id, { kind: state, at: now, detail, ...by });
  return presentCampaign(rows[0]);
}

/** Stops those that were paused and that nobody has changed since. Returns how many. */
export async function stopLongPaused(
  database: Database,
  before: Date,
  now: Date,
  detail: string,
): Promise<number> {
  const unchanged = sql`state = 'paused' and changed_at < ${before.toISOString()}::timestamptz`;
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from campaigns where ${unchanged} order by tenant_id, id`,
    ),
  );
  let stopped = 0;
  for (const { tenant_id: tenantId, id } of rows)
    await database.forTenant(tenantId, async (tx) => {
      const row = await campaignOf(tx, tenantId, id, 'for update');
      // Somebody may have resumed it meanwhile.
      if (row?.state !== 'paused' || new Date(presentCampaign(row).changedAt) >= before) return;
      await stopIn(tx, tenantId, presentCampaign(row), { endCalls: false, now, detail });
      stopped += 1;
    });
  return stopped;
}
