import type { AuditAction, Campaign, CampaignEvent, CampaignEventKind, Recipient } from '@parley/contract';
import type { CampaignRuns } from '../../../ports/campaign-runs.ts';
import { instantOf } from '../contacts/columns.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { readProgress, readRecipient } from './progress.ts';
import { addEvent, campaignOf, record } from './records.ts';
import { presentCampaign, presentRecipient } from './rows.ts';
import { stopIn } from './stop.ts';

/** What people decide about campaigns. The row of the campaign is locked: of two, one is first. */
export function createCampaignRuns(database: Database): CampaignRuns {
  return {
    start: (caller, id, { revision, at, ground, pretendMs = null, side, now }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const row = await campaignOf(tx, tenantId, id, 'for update');
        if (!row) return 'missing';
        const before = presentCampaign(row);
        if (before.state === 'running') return before;
        if (before.state !== 'draft' && before.state !== 'scheduled') return 'state';
        if (row.revision !== revision) return 'changed';
        if (before.rows < (before.file?.rowsInFile ?? 0)) return 'incomplete';
        const { rows: agents } = await tx.execute<{ version: number | null; archived: boolean }>(sql`
          select published_version as version, archived_at is not null as archived from agents
          where tenant_id = ${tenantId} and id = ${before.agentId}`);
        const [agent] = agents;
        if (!agent) return 'no_agent';
        if (agent.archived) return 'agent_archived';
        if (agent.version === null) return 'agent_not_published';
        const { rows: people } = await tx.execute(sql`
          select 1 from recipients where tenant_id = ${tenantId} and campaign_id = ${id} and state = 'pending' limit 1`);
        if (people.length === 0) return 'nobody';
        const later = at !== null && at > now;
        const { rows } = await tx.execute(sql`
          update campaigns set state = ${later ? 'scheduled' : 'running'}, side = ${side}, ground = ${ground}, pretend_ms = ${pretendMs},
            agent_version = ${agent.version}, start_at = ${at?.toISOString() ?? null}::timestamptz,
            started_at = ${later ? null : now.toISOString()}::timestamptz,
            breaker_since = ${now.toISOString()}::timestamptz, changed_at = ${now.toISOString()}::timestamptz
          where tenant_id = ${tenantId} and id = ${id} returning *`);
        await record(tx, caller, 'campaign.started', id);
        const detail = later ? at.toISOString() : '';
        await addEvent(tx, tenantId, id, { kind: later ? 'scheduled' : 'started', at: now, detail, caller });
        return presentCampaign(rows[0]);
      }),

    pause: (caller, id, now) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const row = await campaignOf(tx, caller.tenantId, id, 'for update');
        if (!row) return 'missing';
        if (row.state === 'paused') return presentCampaign(row);
        if (row.state !== 'running' && row.state !== 'scheduled') return 'state';
        const paused = await pauseIn(tx, caller.tenantId, id, 'person', '', now);
        await record(tx, caller, 'campaign.paused', id);
        await addEvent(tx, caller.tenantId, id, { kind: 'paused', reason: 'person', at: now, caller });
        return paused;
      }),

    resume: (caller, id, side, now) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const row = await campaignOf(tx, tenantId, id, 'for update');
        if (!row) return 'missing';
        const before = presentCampaign(row);
        if (before.state === 'running') return before;
        if (before.state !== 'paused') return 'state';
        if (before.side !== side) return 'other_side';
        const { rows: agents } = await tx.execute(sql`
          select 1 from agents where tenant_id = ${tenantId} and id = ${before.agentId} and archived_at is null`);
        if (agents.length === 0) return 'agent_archived';
        const { rows } = await tx.execute(sql`
          update campaigns set state = case when started_at is null and start_at > ${now.toISOString()}::timestamptz
              then 'scheduled' else 'running' end,
            started_at = case when started_at is null and start_at > ${now.toISOString()}::timestamptz
              then null else coalesce(started_at, ${now.toISOString()}::timestamptz) end,
            pause_reason = null, pause_detail = '', paused_at = null, breaker_since = ${now.toISOString()}::timestamptz,
            changed_at = ${now.toISOString()}::timestamptz
          where tenant_id = ${tenantId} and id = ${id} returning *`);
        await record(tx, caller, 'campaign.resumed', id);
        await addEvent(tx, tenantId, id, { kind: 'resumed', at: now, caller });
        return presentCampaign(rows[0]);
      }),

    stop: (caller, id, { endCalls, now }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const row = await campaignOf(tx, tenantId, id, 'for update');
        if (!row) return 'missing';
        if (row.state === 'draft') return 'state';
        if (row.state === 'stopped' || row.state === 'completed') return presentCampaign(row);
        if (row.state === 'stopping' && !endCalls) return presentCampaign(row);
        await record(tx, caller, 'campaign.stopped', id);
        return stopIn(tx, tenantId, presentCampaign(row), { endCalls, now, caller });
      }),

    recipient: (tenantId, id, row) => readRecipient(database, tenantId, id, row),

    changeRow: (caller, id, row, change, now, until = null) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const campaign = await campaignOf(tx, tenantId, id, 'for share');
        if (!campaign) return 'missing';
        if (['stopping', 'stopped', 'completed'].includes(campaign.state)) return 'campaign_state';
        const { rows } = await tx.execute(sql`
          select * from recipients where tenant_id = ${tenantId} and campaign_id = ${id} and row = ${row} for update`);
        if (rows.length === 0) return 'no_row';
        const found = presentRecipient(rows[0]);
        const heldUntil = found.state === 'pending' && found.waits?.reason === 'person' ? found.nextAt : null;
        const { from, to, waits, kind, action } = rowChanges[change];
        const next = change === 'hold' && until ? until.toISOString() : null;
        const isSame = (found.waits?.reason ?? null) === waits && heldUntil === next;
        // Somebody who is held until a time waits for it: nobody needs to release them.
        if (isSame && found.state === (next ? 'pending' : to)) return found;
        const state = heldUntil === null || change === 'hold' ? found.state : 'held';
        if (!(from as readonly string[]).includes(state)) return 'row_state';
        const { rows: changed } = await tx.execute(sql`
          update recipients set state = ${next ? 'pending' : to}, waits = ${waits}, waits_zone = null,
            next_at = coalesce(${next}::timestamptz, '-infinity')
          where tenant_id = ${tenantId} and campaign_id = ${id} and row = ${row} returning *`);
        await record(tx, caller, action, id);
        await addEvent(tx, tenantId, id, { kind, row, at: now, caller });
        return presentRecipient(changed[0]);
      }),

    progress: (tenantId, id, now) => readProgress(database, tenantId, id, now),

    events: (tenantId, id, { before, limit }) =>
      database.forTenant(tenantId, async (tx) => {
        if (!(await campaignOf(tx, tenantId, id))) return null;
        const { rows } = await tx.execute(sql`
          select * from campaign_events where tenant_id = ${tenantId} and campaign_id = ${id}
            ${before === undefined ? sql`` : sql`and id < ${before}`}
          order by id desc limit ${limit + 1}`);
        const events = rows.slice(0, limit).map(presentEvent);
        return { events, nextCursor: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
      }),

    note: (caller, id, kind, row, now) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const actions = { tested: 'campaign.tested', called: 'campaign.row_called' } as const;
        await record(tx, caller, actions[kind], id);
        await addEvent(tx, caller.tenantId, id, { kind, row, at: now, caller });
      }),
  };
}

const rowChanges = {
  hold: {
    ...{ from: ['pending', 'held'], to: 'held', waits: 'person', kind: 'held', action: 'campaign.row_held' },
  },
  release: {
    ...{ from: ['held'], to: 'pending', waits: null, kind: 'released', action: 'campaign.row_released' },
  },
  skip: {
    ...{ from: ['pending', 'held'], to: 'suppressed', waits: 'skipped', kind: 'skipped' },
    action: 'campaign.row_skipped',
  },
} as const satisfies Record<
  string,
  {
    readonly from: readonly Recipient['state'][];
    readonly to: Recipient['state'];
    readonly waits: string | null;
    readonly kind: CampaignEventKind;
    readonly action: AuditAction;
  }
>;

/** The caller has locked the row and seen that it may be. */
export async function pauseIn(
  tx: Transaction,
  tenantId: string,
  id: string,
  reason: string,
  detail: string,
  now: Date,
): Promise<Campaign> {
  const { rows } = await tx.execute(sql`
    update campaigns set state = 'paused', pause_reason = ${reason}, pause_detail = ${detail},
      paused_at = ${now.toISOString()}::timestamptz, changed_at = ${now.toISOString()}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} returning *`);
  return presentCampaign(rows[0]);
}

function presentEvent(given: unknown): CampaignEvent {
  const row = given as Omit<CampaignEvent, 'by' | 'at' | 'id'> & {
    readonly id: number | string;
    readonly at: Date | string;
    readonly actor_name: string | null;
  };
  return {
    ...{ id: Number(row.id), at: instantOf(row.at), kind: row.kind, reason: row.reason, detail: row.detail },
    row: row.row,
    by: row.actor_name === null ? null : { displayName: row.actor_name },
  };
}
