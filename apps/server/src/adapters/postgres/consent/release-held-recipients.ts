import type { HoldReason } from '@parley/contract';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';

/**
 * People who were held because the organization lacked something may be looked at again. The campaigns are locked after the
 * change was written: whoever is decided upon at this moment is stored before, and whoever comes after reads the change.
 */
export async function releaseHeldRecipients(
  tx: Transaction,
  tenantId: string,
  purposes: readonly string[],
  reasons: readonly HoldReason[],
): Promise<void> {
  const { rows: campaigns } = await tx.execute<{ id: string }>(sql`
    select id from campaigns
    where tenant_id = ${tenantId} and state in ('draft', 'scheduled', 'running', 'paused')
      and purpose = any (${sql.param(purposes)}::text[])
    order by id for update`);
  for (const { id: campaignId } of campaigns) {
    const { rows } = await tx.execute(sql`
      update recipients set state = 'pending', waits = null, waits_zone = null, next_at = '-infinity'
      where tenant_id = ${tenantId} and campaign_id = ${campaignId} and state = 'held'
        and waits = any (${sql.param(reasons)}::text[])
      returning 1`);
    if (rows.length > 0) await notify(tx, { kind: 'campaign', tenantId, campaignId });
  }
}
