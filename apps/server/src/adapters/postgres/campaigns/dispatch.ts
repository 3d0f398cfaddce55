import type { ActiveCampaign, CampaignDispatch, ExpiredAttempt } from '../../../ports/campaign-runs.ts';
import { attemptKey } from '../../../ports/campaign-runs.ts';
import { type NumberDigest, noDigest } from '../../../ports/number-digest.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { withoutSorting } from '../of-external-id.ts';
import { withOne } from '../of-number.ts';
import { settleLockTimeout } from '../settle-lock-timeout.ts';
import { createClaim, dateOf } from './claim.ts';
import {
  callOfAttempt,
  lockRecipient,
  oneCall,
  oneRecipient,
  thisAttempt,
  thisRecipient,
  unsorted,
} from './one-row.ts';
import { recentOf } from './progress.ts';
import { addEvent, campaignOf } from './records.ts';
import { presentCampaign } from './rows.ts';
import { pauseIn } from './runs.ts';
import { reopen, settle } from './settle.ts';

export function createCampaignDispatch(
  database: Database,
  digestOf: NumberDigest = noDigest,
  lockTimeout = settleLockTimeout,
): CampaignDispatch {
  return {
    active: async (now) => {
      const rows = await database.systemRows<ActiveRow>({
        name: 'active campaigns',
        text: activeText,
        values: [now.toISOString()],
      });
      return rows.map(
        (row): ActiveCampaign => ({
          ...{ tenantId: row.tenant_id, campaign: presentCampaign(row), stopNow: row.stop_now },
          ...{ due: row.due, live: row.live, unfinished: row.unfinished },
        }),
      );
    },

    begin: (tenantId, id, now) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute(sql`
          update campaigns set state = 'running', started_at = ${now.toISOString()}::timestamptz,
            breaker_since = ${now.toISOString()}::timestamptz
          where tenant_id = ${tenantId} and id = ${id} and state = 'scheduled' returning 1`);
        if (rows.length > 0) await addEvent(tx, tenantId, id, { kind: 'started', at: now });
      }),

    claim: createClaim(database, digestOf),

    placed: async ({ tenantId, campaign, row, attempt, callId: claimed }, callId, leaseUntil) => {
      const mine = [tenantId, campaign.id, String(row), String(attempt), callId];
      await database.writeForTenant(tenantId, [
        withoutSorting,
        { name: 'recipient to change', text: lockText, values: mine.slice(0, 3) },
        // It has the call that was meant for it, unless another server has placed the attempt before.
        ...(callId === claimed ? [] : [{ name: 'other call of attempt', text: otherCallText, values: mine }]),
        {
          ...{ name: 'attempt in call', text: inCallText },
          values: [...mine, leaseUntil.toISOString()],
        },
      ]);
    },

    returnAttempt: ({ tenantId, campaignId, row, attempt, callId }, { state, reason, nextAt }) =>
      database.forTenant(tenantId, async (tx) => {
        const campaign = await campaignOf(tx, tenantId, campaignId, 'for share');
        if (!campaign) return;
        const key = { tenantId, campaignId, row };
        await tx.execute(unsorted);
        // By the call: an attempt that was returned and claimed again has the same number.
        const { rows: held } = await tx.execute(sql`
          select 1 from recipients where attempts = ${attempt} and call_id = ${callId}::uuid and state = 'dialing'
            and ${oneRecipient(key)} for update`);
        if (held.length === 0) return;
        await tx.execute(sql`
          delete from recipient_attempts
          where ${thisAttempt(key, attempt)} and call_id = ${callId}::uuid and result is null`);
        const over = campaign.state === 'stopping' || campaign.state === 'stopped';
        await tx.execute(sql`
          update recipients set state = ${over && state !== 'suppressed' ? 'canceled' : state}, attempts = attempts - 1,
            lease_until = null, call_id = ${callOfAttempt(key, attempt - 1)},
            -- Who was called before the others, and could not be, waits until their own time.
            waits = case when next_at > ${nextAt?.toISOString() ?? null}::timestamptz and attempts > 1 then 'retry' else ${reason} end,
            next_at = greatest(next_at, coalesce(${nextAt?.toISOString() ?? null}::timestamptz, next_at))
          where ${thisRecipient(key)}`);
        await notify(tx, { kind: 'campaign', tenantId, campaignId });
      }),

    settle: (tenantId, callId, endedAt, decide) =>
      database.forTenant(tenantId, (tx) => settle(tx, { tenantId, callId }, endedAt, decide, lockTimeout)),

    reopen: (tenantId, callId, leaseUntil) =>
      database.forTenant(tenantId, (tx) => reopen(tx, tenantId, callId, leaseUntil)),

    expired: async (now, limit) => {
      const rows = await database.systemRows<ExpiredRow>({
        name: 'expired attempts',
        text: `select tenant_id, campaign_id, row, attempts, call_id, state = 'in_call' as in_call from recipients
               where state in ('dialing', 'in_call') and lease_until < $1::timestamptz order by lease_until limit $2`,
        values: [now.toISOString(), limit],
      });
      return rows.map(
        (row): ExpiredAttempt => ({
          ...{ tenantId: row.tenant_id, campaignId: row.campaign_id, row: row.row },
          ...{ attempt: row.attempts, callId: row.call_id, inCall: row.in_call },
        }),
      );
    },

    callOf: ({ tenantId, campaignId, row, attempt, callId }) =>
      database.forTenant(tenantId, async (tx) => {
        const key = attemptKey(campaignId, row, attempt);
        await tx.execute(unsorted);
        const { rows } = await tx.execute<CallRow>(sql`
          select found.* from unnest(array[${callId}::uuid, (
            select call_id from dial_attempts where tenant_id = ${tenantId}
              and ${withOne(sql`idempotency_key`, sql`${key}::text`)})]) as wanted (id)
          cross join lateral (
            select id, status, reason, answered_at, ended_at, duration, outcome_result from calls
            where ${oneCall(tenantId, sql`wanted.id`)} offset 0) as found
          order by found.id desc limit 1`);
        const [found] = rows;
        if (!found) return null;
        const { answered_at: answered, ended_at: ended, outcome_result: outcomeResult, ...call } = found;
        return {
          ...{ ...call, outcomeResult },
          answeredAt: answered === null ? null : dateOf(answered),
          endedAt: ended === null ? null : dateOf(ended),
        };
      }),

    prolong: ({ tenantId, campaignId, row, attempt }, callId, leaseUntil) =>
      database.forTenant(tenantId, async (tx) => {
        const key = { tenantId, campaignId, row };
        await tx.execute(unsorted);
        await tx.execute(lockRecipient(key));
        await tx.execute(sql`
          update recipient_attempts set call_id = ${callId}
          where ${thisAttempt(key, attempt)} and call_id <> ${callId}::uuid`);
        await tx.execute(sql`
          update recipients set state = 'in_call', call_id = ${callId},
            lease_until = ${leaseUntil.toISOString()}::timestamptz
          where ${thisRecipient(key)} and attempts = ${attempt} and state in ('dialing', 'in_call')`);
      }),

    pauseFor: (tenantId, id, reason, detail, now) =>
      database.forTenant(tenantId, async (tx) => {
        const row = await campaignOf(tx, tenantId, id, 'for update');
        if (row?.state !== 'running' && row?.state !== 'scheduled') return false;
        await pauseIn(tx, tenantId, id, reason, detail, now);
        await addEvent(tx, tenantId, id, { kind: 'paused', reason, detail, at: now });
        return true;
      }),

    pauseOtherSide: (tenantId, side, now) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(sql`
          select id from campaigns where tenant_id = ${tenantId} and state in ('running', 'scheduled')
            and side <> ${side} order by id for update`);
        for (const { id } of rows) {
          await pauseIn(tx, tenantId, id, 'calling_switched', '', now);
          await addEvent(tx, tenantId, id, { kind: 'paused', reason: 'calling_switched', at: now });
        }
      }),

    finish: (tenantId, id, now) =>
      database.forTenant(tenantId, async (tx) => {
        const row = await campaignOf(tx, tenantId, id, 'for update');
        const state =
          row && (row.state === 'running' ? 'completed' : row.state === 'stopping' ? 'stopped' : null);
        if (!state) return;
        const { rows } = await tx.execute(sql`
          update campaigns set state = ${state}, ended_at = ${now.toISOString()}::timestamptz,
            changed_at = ${now.toISOString()}::timestamptz
          where tenant_id = ${tenantId} and id = ${id} and not exists (
            select from recipients where tenant_id = ${tenantId} and campaign_id = ${id}
              and state in ('pending', 'held', 'dialing', 'in_call')) returning 1`);
        if (rows.length > 0) await addEvent(tx, tenantId, id, { kind: state, at: now });
      }),

    spent: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ micros: number }>(sql`
          select coalesce(sum(cost.carrier_micros + cost.model_micros), 0)::float8 as micros
          from recipient_attempts a join call_costs cost on cost.tenant_id = a.tenant_id and cost.call_id = a.call_id
          left join organizations o on o.tenant_id = a.tenant_id
          where a.tenant_id = ${tenantId} and a.campaign_id = ${id} and cost.currency = coalesce(o.currency, cost.currency)`);
        return rows[0]?.micros ?? 0;
      }),

    liveCalls: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        await tx.execute(unsorted);
        const { rows } = await tx.execute<{ call_id: string }>(sql`
          select r.call_id from recipients r cross join lateral (
            select status, end_requested_at from calls where ${oneCall(tenantId, sql`r.call_id`)} offset 0) as c
          where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.state in ('dialing', 'in_call')
            and c.status in ('queued', 'initiated', 'ringing', 'in-progress') and c.end_requested_at is null`);
        return rows.map(({ call_id: callId }) => callId);
      }),

    recent: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const row = await campaignOf(tx, tenantId, id);
        if (!row) return null;
        const campaign = presentCampaign(row);
        const { breaker_since: since } = row as unknown as { breaker_since: Date | string | null };
        const attempts = await recentOf(tx, tenantId, id, campaign.policy.breaker.calls);
        return { campaign, since: since === null ? new Date(0) : dateOf(since), attempts };
      }),
  };
}

/**
 * Each look at the rows takes one place of an index, however many rows there are. `offset 0`: where the statistics are old, the
 * database would rather read all rows of a state once and look for the campaigns among them.
 */
const activeText = `
  select c.*,
    c.state = 'running' and exists (select from recipients r where r.tenant_id = c.tenant_id and r.campaign_id = c.id
      and r.state = 'pending' and r.next_at <= $1::timestamptz offset 0) as due,
    (select count(*)::int from recipients r where r.tenant_id = c.tenant_id and r.campaign_id = c.id
      and r.state in ('dialing', 'in_call')) as live,
    exists (select from recipients r where r.tenant_id = c.tenant_id and r.campaign_id = c.id
        and r.state = 'pending' offset 0)
      or exists (select from recipients r where r.tenant_id = c.tenant_id and r.campaign_id = c.id
        and r.state = 'held' offset 0)
      or exists (select from recipients r where r.tenant_id = c.tenant_id and r.campaign_id = c.id
        and r.state in ('dialing', 'in_call') offset 0) as unfinished
  from campaigns c where c.state in ('scheduled', 'running', 'stopping') order by c.tenant_id, c.id`;

// As in one-row.ts, for statements that are sent together.
const oneText = 'tenant_id = $1 and campaign_id = $2::uuid and row between $3::int and $3::int order by row';

const lockText = `select 1 from recipients where ${oneText} for update`;

const otherCallText = `
  update recipient_attempts set call_id = $5::uuid
  where ctid = (
      select ctid from recipient_attempts where tenant_id = $1 and campaign_id = $2::uuid and row = $3::int
        and attempt between $4::int and $4::int order by attempt)
    and call_id <> $5::uuid`;

const inCallText = `
  update recipients set state = 'in_call', call_id = $5::uuid, lease_until = $6::timestamptz
  where ctid = (select ctid from recipients where ${oneText}) and attempts = $4::int and state = 'dialing'`;

interface ActiveRow extends Record<string, unknown> {
  readonly tenant_id: string;
  readonly stop_now: boolean;
  readonly due: boolean;
  readonly live: number;
  readonly unfinished: boolean;
}

interface ExpiredRow extends Record<string, unknown> {
  readonly tenant_id: string;
  readonly campaign_id: string;
  readonly row: number;
  readonly attempts: number;
  readonly call_id: string;
  readonly in_call: boolean;
}

interface CallRow extends Record<string, unknown> {
  readonly id: string;
  readonly status: NonNullable<Awaited<ReturnType<CampaignDispatch['callOf']>>>['status'];
  readonly reason: NonNullable<Awaited<ReturnType<CampaignDispatch['callOf']>>>['reason'];
  readonly outcome_result: NonNullable<Awaited<ReturnType<CampaignDispatch['callOf']>>>['outcomeResult'];
  readonly duration: number | null;
  readonly answered_at: Date | string | null;
  readonly ended_at: Date | string | null;
}
