import type { ErasureOrder, ErasureResult, Person } from '../../../ports/personal-data.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { openTransaction } from '../open-transaction.ts';
import type { RegisteredTable } from '../personal-data/registered-table.ts';

/** Before the rows are gone: what the carrier is to delete is known by them alone. */
export async function noteCarrierRecords(
  tx: Transaction,
  tenantId: string,
  person: Person,
  tables: readonly RegisteredTable[],
  { id }: ErasureOrder,
): Promise<void> {
  if (person.kind !== 'number') return;
  for (const { atCarrier } of tables) {
    if (atCarrier === undefined) continue;
    await openTransaction(tx).executeSql(
      `insert into carrier_deletions (tenant_id, erasure_id, kind, carrier, carrier_account, carrier_sid)
       select $2, $3, $4, kept.carrier, kept.carrier_account, kept.carrier_sid
       from (${atCarrier.select}) as kept`,
      [person.number, tenantId, id, atCarrier.kind],
    );
  }
}

/** In the same transaction: the number is refused from now on, and the erasure says how far it is. */
export async function noteErased(
  tx: Transaction,
  tenantId: string,
  digest: string,
  { id, neverCall }: ErasureOrder,
  { deleted, blanked }: Extract<ErasureResult, { kind: 'erased' }>,
): Promise<void> {
  if (neverCall)
    await tx.execute(sql`
      insert into do_not_call (tenant_id, number, source) values (${tenantId}, ${digest}, 'erasure')
      on conflict do nothing`);
  await tx.execute(
    sql`update do_not_call set call_id = null where tenant_id = ${tenantId} and number = ${digest}`,
  );
  await tx.execute(sql`
    with left_there as (
      select count(*)::int as n from carrier_deletions where tenant_id = ${tenantId} and erasure_id = ${id})
    update erasures set problem = null, deleted = ${JSON.stringify(deleted)}::jsonb,
      blanked = ${JSON.stringify(blanked)}::jsonb, at_carrier = left_there.n,
      state = case when left_there.n = 0 then 'done' else 'carrier' end,
      finished_at = case when left_there.n = 0 then now() end
    from left_there where tenant_id = ${tenantId} and id = ${id}`);
}
