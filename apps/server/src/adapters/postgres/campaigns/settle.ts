import type { AttemptResult } from '@parley/contract';
import type { CampaignDispatch, Settled } from '../../../ports/campaign-runs.ts';
import type { LiveNotice } from '../../../ports/live-events.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { liveChannel, notify } from '../live-notices.ts';
import { ChangedMeanwhile } from '../retry-conflicts.ts';
import { isAbandoned } from './abandoned.ts';
import { dateOf } from './claim.ts';
import {
  attemptOfCall,
  lockRecipient,
  oneRecipient,
  type RowKey,
  thisAttempt,
  thisRecipient,
  unsorted,
} from './one-row.ts';
import { campaignOf } from './records.ts';
import { presentCampaign } from './rows.ts';

/** States in which an attempt leaves a row: a later reading of the call may change it. */
const left = ['pending', 'done', 'exhausted', 'suppressed'];

/** What came of the call of an attempt: three statements one after the other, as there is one for each call of each campaign. */
export async function settle(
  tx: Transaction,
  { tenantId, callId }: CallKey,
  endedAt: Date,
  decide: Parameters<CampaignDispatch['settle']>[3],
  lockTimeout: string,
): Promise<string | null> {
  // In the order of everybody who changes rows: campaign, then row.
  const [, { rows: attempts }] = await Promise.all([
    // `unsorted`, in the same statement.
    tx.execute(
      sql`select set_config('lock_timeout', ${lockTimeout}, true), set_config('enable_sort', 'off', true)`,
    ),
    tx.execute<MadeRow>(sql`
      select campaigns.*, made.row, made.attempt, made.result, made.started_at as dialled_at
      from (
        select campaign_id, row, attempt, result, started_at from recipient_attempts
        where ${attemptOfCall(tenantId, callId)} offset 0) as made
      join campaigns on campaigns.tenant_id = ${tenantId} and campaigns.id = made.campaign_id
      for share of campaigns`),
  ]);
  const [made] = attempts;
  if (!made) return null;
  const { id, row, attempt } = made;
  const key: RowKey = { tenantId, campaignId: id, row };
  const { rows: recipients } = await tx.execute<{
    number: string;
    zones: string[];
    attempts: number;
    state: string;
    waits: string | null;
  }>(sql`select number, zones, attempts, state, waits from recipients where ${oneRecipient(key)} for update`);
  const [recipient] = recipients;
  if (!recipient) return null;
  const campaign = presentCampaign(made);
  const before = attempt === 1 ? [] : await attemptsBefore(tx, key, attempt);
  const decided = decide({
    ...{ campaign, number: recipient.number, zones: recipient.zones, before },
    startedAt: dateOf(made.dialled_at),
  });
  if (decided.result === made.result) return null;
  // A row that was called again meanwhile, or that a person has decided about, stays as it is.
  const isUp = recipient.state === 'dialing' || recipient.state === 'in_call';
  const isRevised = made.result !== null && left.includes(recipient.state) && recipient.waits !== 'skipped';
  const isLeft = recipient.attempts === attempt && (isUp || isRevised);
  const isOver = ['stopping', 'stopped'].includes(campaign.state);
  const notice = JSON.stringify({ kind: 'campaign', tenantId, campaignId: id } satisfies LiveNotice);
  const { rows: told } = await tx.execute(sql`
    with told as (
      update recipient_attempts set result = ${decided.result}, counts = ${decided.counts}, detail = ${decided.detail},
        ended_at = ${endedAt.toISOString()}::timestamptz,
        -- read once: later the transcript may be gone
        abandoned = coalesce(abandoned, ${isAbandoned({ tenantId, callId }, decided.result)})
      where ${thisAttempt(key, attempt)} returning 1
    )
    ${isLeft ? sql`, stored as (${storeSettled(decided, key, isOver)})` : sql``}
    select pg_notify(${liveChannel}, ${notice}) from told`);
  // Servers of the release before change attempts without a lock of the row, and an attempt may have been returned meanwhile.
  if (told.length === 0) throw new ChangedMeanwhile();
  return id;
}

interface MadeRow extends Record<string, unknown> {
  readonly id: string;
  readonly row: number;
  readonly attempt: number;
  readonly result: AttemptResult | null;
  readonly dialled_at: Date | string;
}

/** Those of a row that are over, the latest first. */
async function attemptsBefore(tx: Transaction, { tenantId, campaignId, row }: RowKey, attempt: number) {
  const { rows } = await tx.execute<{ result: AttemptResult; counts: boolean }>(sql`
    select result, counts from recipient_attempts
    where tenant_id = ${tenantId} and campaign_id = ${campaignId} and row = ${row} and attempt < ${attempt}
      and result is not null
    order by attempt desc`);
  return rows;
}

/** As in `settle`: campaign, then row; and what a person has decided about a row stays. */
export async function reopen(
  tx: Transaction,
  tenantId: string,
  callId: string,
  leaseUntil: Date,
): Promise<void> {
  await tx.execute(unsorted);
  const { rows } = await tx.execute<{ campaign_id: string; row: number; attempt: number }>(sql`
    select campaign_id, row, attempt from recipient_attempts where ${attemptOfCall(tenantId, callId)}`);
  const [made] = rows;
  if (!made) return;
  const { campaign_id: campaignId, row, attempt } = made;
  const key: RowKey = { tenantId, campaignId, row };
  await campaignOf(tx, tenantId, campaignId, 'for share');
  await tx.execute(lockRecipient(key));
  await tx.execute(sql`
    update recipients set state = 'in_call', result = null, waits = null, waits_zone = null,
      lease_until = ${leaseUntil.toISOString()}::timestamptz
    where ${thisRecipient(key)} and attempts = ${attempt} and state = any (${sql.param(['dialing', 'in_call', ...left])}::text[])
      and waits is distinct from 'skipped'`);
  await tx.execute(sql`
    update recipient_attempts set result = null, ended_at = null, counts = true, abandoned = null
    where ${thisAttempt(key, attempt)} and call_id = ${callId}::uuid`);
  await notify(tx, { kind: 'campaign', tenantId, campaignId });
}

function storeSettled({ state, waits, nextAt, result }: Settled, key: RowKey, over: boolean) {
  const next = over && (state === 'pending' || state === 'held') ? 'canceled' : state;
  return sql`
    update recipients set state = ${next}, result = ${result}, lease_until = null, waits_zone = null,
      waits = ${next === 'canceled' ? null : waits},
      next_at = coalesce(${nextAt?.toISOString() ?? null}::timestamptz, next_at)
    where ${thisRecipient(key)}`;
}
