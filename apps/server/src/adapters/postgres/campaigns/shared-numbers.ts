import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';

/** Of rows of a campaign that will be called: somebody else with this number will be, too. */
export const isShared = sql`recipients.state = 'pending' and exists (
  select from recipients as other
  where other.tenant_id = recipients.tenant_id and other.campaign_id = recipients.campaign_id
    and other.number = recipients.number and other.state = 'pending' and other.row <> recipients.row)`;

/** The numbers at which several people of a campaign will be called: a part of one index, which has those in their order. */
const sharedNumbers = (tenantId: string, id: string) => sql`
  select number, count(*) as people from recipients
  where tenant_id = ${tenantId} and campaign_id = ${id}::uuid and state = 'pending'
  group by number having count(*) > 1`;

export const withSharedNumber = (tenantId: string, id: string) => sql`
  and state = 'pending' and number in (select number from (${sharedNumbers(tenantId, id)}) as shared)`;

/** How many people share their number with somebody. */
export async function countShared(tx: Transaction, tenantId: string, id: string): Promise<number> {
  const { rows } = await tx.execute<{ people: number }>(sql`
    select coalesce(sum(people), 0)::int as people from (${sharedNumbers(tenantId, id)}) as shared`);
  return rows[0]?.people ?? 0;
}
