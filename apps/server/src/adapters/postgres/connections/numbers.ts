import type { PointingChange } from '../../../ports/connections.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { audit, type ConnectionRow, subjectOf } from './writing.ts';

interface Chosen {
  readonly sid: string;
  readonly number: string;
}

/**
 * The connection has these numbers from now on. Others whose calls come here are given up: they stay with it until they are
 * restored. Agent and label of a number that it had before stay. A number of another connection violates a unique index.
 */
export async function chooseNumbers(
  tx: Transaction,
  tenantId: string,
  { id, carrier, carrierAccount }: Pick<ConnectionRow, 'id' | 'carrier' | 'carrierAccount'>,
  chosen: readonly Chosen[],
): Promise<void> {
  const json = JSON.stringify(chosen);
  const numbers = JSON.stringify(chosen.map(({ number }) => number));
  await tx.execute(sql`
    update phone_numbers set connection_id = null
    where tenant_id = ${tenantId} and connection_id = ${id} and not ${numbers}::jsonb ? number
      and (pointing is null or pointing in ('restored', 'left'))`);
  // An account of the same organization that has ended has no claim any more.
  await tx.execute(sql`
    update phone_numbers set connection_id = null
    where tenant_id = ${tenantId} and ${numbers}::jsonb ? number and connection_id in (
      select id from connections where tenant_id = ${tenantId} and kind = 'phone' and state <> 'active')`);
  await tx.execute(sql`
    insert into phone_numbers (tenant_id, number, carrier, carrier_account, connection_id, carrier_sid)
    select ${tenantId}, chosen.number, ${carrier}, ${carrierAccount}, ${id}::uuid, chosen.sid
    from jsonb_to_recordset(${json}::jsonb) as chosen (sid text, number text)
    order by chosen.number
    on conflict (tenant_id, number, carrier, carrier_account)
    do update set connection_id = excluded.connection_id, carrier_sid = excluded.carrier_sid`);
  await tx.execute(sql`
    update connections c set settings = (c.settings - 'givenUp') || coalesce((
      select jsonb_build_object('givenUp', jsonb_agg(n.number order by n.number)) from phone_numbers n
      where n.tenant_id = c.tenant_id and n.connection_id = c.id and not ${numbers}::jsonb ? n.number
      having count(*) > 0), '{}')
    where c.tenant_id = ${tenantId} and c.id = ${id}::uuid`);
}

/** Rows of an account that another organization had and has connected no more claim nothing. As the system. */
export async function dropStrayNumbers(
  database: Database,
  tenantId: string,
  account: { readonly carrier: string; readonly carrierAccount: string },
  numbers: readonly string[],
): Promise<void> {
  await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley numbers'))`);
    await tx.execute(sql`
      delete from phone_numbers
      where tenant_id <> ${tenantId} and connection_id is null
        and carrier = ${account.carrier} and carrier_account = ${account.carrierAccount}
        and ${JSON.stringify(numbers)}::jsonb ? number
        and not exists (
          select from connections c
          where c.tenant_id <> ${tenantId} and c.secrets_removed_at is null
            and c.carrier = ${account.carrier} and c.carrier_account = ${account.carrierAccount})`);
  });
}

export async function accountOf(
  database: Database,
  tenantId: string,
  id: string,
): Promise<{ readonly carrier: string; readonly carrierAccount: string } | null> {
  const { rows } = await database.forTenant(tenantId, (tx) =>
    tx.execute<{ carrier: string; carrierAccount: string }>(sql`
      select carrier, carrier_account as "carrierAccount" from connections
      where tenant_id = ${tenantId} and id = ${id}::uuid and kind = 'phone' and state = 'active'`),
  );
  return rows[0] ?? null;
}

/** The first of these numbers that another connection has; as the system, because it may be another organization's. */
export async function claimedNumber(
  database: Database,
  connectionId: string | null,
  numbers: readonly string[],
): Promise<string | null> {
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ number: string }>(sql`
      select number from phone_numbers
      where ${JSON.stringify(numbers)}::jsonb ? number and connection_id is distinct from ${connectionId}::uuid
        and connection_id is not null
      order by number limit 1`),
  );
  return rows[0]?.number ?? null;
}

export async function writePointing(
  tx: Transaction,
  tenantId: string,
  id: string,
  { number, pointing, present, by }: PointingChange,
): Promise<void> {
  const isForgotten = pointing === null || pointing === 'restored';
  const kept = present && !isForgotten ? JSON.stringify({ version: 1, ...present }) : null;
  const isFree =
    (pointing === 'restored' || pointing === 'left') && (await endGivingUp(tx, tenantId, id, number));
  await tx.execute(sql`
    update phone_numbers set pointing = ${pointing},
      connection_id = case when ${isFree} then null else connection_id end,
      before = case when ${isForgotten} then null else coalesce(${kept}::jsonb, before) end
    where tenant_id = ${tenantId} and connection_id = ${id}::uuid and number = ${number}`);
  if (by !== undefined)
    await audit(tx, { tenantId, userId: by }, 'connection.changed', subjectOf(id), {
      ...{ kind: 'phone', what: ['pointing'] },
    });
}

/** True where the number was given up: its connection has it no longer. */
async function endGivingUp(tx: Transaction, tenantId: string, id: string, number: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update connections set settings = jsonb_set(settings, '{givenUp}', (settings -> 'givenUp') - ${number}::text)
    where tenant_id = ${tenantId} and id = ${id}::uuid and settings -> 'givenUp' ? ${number}::text`);
  return rowCount === 1;
}
