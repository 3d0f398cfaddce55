import type { CampaignPolicy } from '@parley/contract';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';

/** What the gate answered because of the policy: with another one it may answer otherwise. */
const becauseOfPolicy = ['window', 'cap', 'gap', 'number_cap', 'campaign_lines', 'rate'];

/**
 * Another policy holds for those who wait. Whoever waits for the gate is looked at again; whoever waits for another call keeps
 * its time, or is exhausted where the calls to one person are used up by now. The caller has locked the campaign.
 */
export async function applyPolicy(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  { attempts: most }: CampaignPolicy,
): Promise<void> {
  await tx.execute(sql`
    update recipients set state = 'exhausted', waits = null, waits_zone = null
    where tenant_id = ${tenantId} and campaign_id = ${campaignId} and state = 'pending' and attempts >= ${most} and (
      select count(*) from recipient_attempts as made
      where made.tenant_id = recipients.tenant_id and made.campaign_id = recipients.campaign_id
        and made.row = recipients.row and made.counts) >= ${most}`);
  await tx.execute(sql`
    update recipients set state = 'pending', waits = null, waits_zone = null, next_at = '-infinity'
    where tenant_id = ${tenantId} and campaign_id = ${campaignId}
      and (state = 'pending' and waits = any (${sql.param(becauseOfPolicy)}::text[])
        or state = 'held' and waits = 'never_open')`);
}
