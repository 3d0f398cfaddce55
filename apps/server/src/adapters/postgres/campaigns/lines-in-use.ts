import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { oneCall } from './one-row.ts';

/** Calls of a campaign, and of its organization, that are up or being dialled. */
export async function linesInUse(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
): Promise<{ readonly ofCampaign: number; readonly ofAccount: number }> {
  const { rows } = await tx.execute<{ campaign: number; account: number }>(sql`
    select
      (select count(*)::int from recipients where tenant_id = ${tenantId} and campaign_id = ${campaignId}
        and state in ('dialing', 'in_call')) as campaign,
      (select count(*)::int from calls where tenant_id = ${tenantId} and direction = 'outbound'
        and status in ('queued', 'initiated', 'ringing', 'in-progress'))
      -- Those that another campaign has just taken on will have a call in a moment.
      + (select count(*)::int from recipients as taken where tenant_id = ${tenantId} and state = 'dialing' and not exists (
        select from calls where ${oneCall(tenantId, sql`taken.call_id`)} offset 0)) as account`);
  return { ofCampaign: rows[0]?.campaign ?? 0, ofAccount: rows[0]?.account ?? 0 };
}
