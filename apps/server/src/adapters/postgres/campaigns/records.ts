import type { AuditAction, CampaignEventKind, CampaignState } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import { appendAudit } from '../audit/append.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { isUuid } from '../uuid.ts';

/** A row of the table, as `presentCampaign` takes it. */
export async function campaignOf(
  tx: Transaction,
  tenantId: string,
  id: string,
  lock: 'for update' | 'for share' | '' = '',
): Promise<{ readonly revision: number; readonly state: CampaignState } | null> {
  if (!isUuid(id)) return null;
  const { rows } = await tx.execute<{ revision: number; state: CampaignState }>(
    sql`select * from campaigns where tenant_id = ${tenantId} and id = ${id} ${sql.raw(lock)}`,
  );
  return rows[0] ?? null;
}

export async function record(
  tx: Transaction,
  caller: Caller,
  action: AuditAction,
  subject: string,
): Promise<void> {
  const { tenantId, userId: actor } = caller;
  await appendAudit(tx, { tenantId, actor, action, subject });
}

export interface NewEvent {
  readonly kind: CampaignEventKind;
  readonly at?: Date;
  readonly reason?: string;
  readonly detail?: string;
  readonly row?: number | null;
  /** Left out: it came about by itself. */
  readonly caller?: Caller;
}

/** Adds to the timeline of a campaign, and tells open pages. */
export async function addEvent(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  { kind, at = new Date(), reason = '', detail = '', row = null, caller }: NewEvent,
): Promise<void> {
  await tx.execute(sql`
    insert into campaign_events (tenant_id, campaign_id, at, kind, reason, detail, row, actor, actor_name)
    values (${tenantId}, ${campaignId}, ${at.toISOString()}::timestamptz, ${kind}, ${reason}, ${detail}, ${row},
      ${caller?.userId ?? null}, ${caller?.displayName ?? null})`);
  await notify(tx, { kind: 'campaign', tenantId, campaignId });
}

/** Until the end of the transaction nobody else makes a campaign: how many there are is counted before one is made. */
export async function lockNumberOf(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley campaigns'), hashtext(${tenantId}))`);
}
