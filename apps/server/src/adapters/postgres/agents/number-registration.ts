import { sandboxCarrier } from '../../../ports/call.ts';
import type { CarrierIdentity } from '../../../ports/carrier.ts';
import type { Actor, FoundNumber } from '../../../ports/number-store.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { audit, notifyAgent, showNumbers } from './agent-changes.ts';

/** Numbers of this range are test numbers, which no account owns. */
const testNumbers = String.raw`^\+1500555\d{4}$`;

/**
 * What a start of the server may do to numbers: add those that nobody knows, and take back what an earlier start has
 * given. Whatever a person has set stays, and so do numbers that an organization has connected: what the environment says
 * later is no claim to them. Servers that start together wait for each other.
 */
export async function registerNumbers(
  tx: Transaction,
  tenantId: string,
  { name, account }: CarrierIdentity,
  found: readonly FoundNumber[],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley numbers'))`);
  await tx.execute(sql`select set_config('parley.numbers', 'in step', true)`);
  await adoptNumbers(tx, { name, account });
  const numbers = JSON.stringify(found.map(({ number }) => number));
  const lost = await tx.execute<AgentRow>(sql`
    update phone_numbers set agent_id = null
    from (select tenant_id, number, carrier, carrier_account, agent_id from phone_numbers) as before
    where phone_numbers.tenant_id = before.tenant_id and phone_numbers.number = before.number
      and phone_numbers.carrier = before.carrier and phone_numbers.carrier_account = before.carrier_account
      and phone_numbers.carrier = ${name} and phone_numbers.carrier_account = ${account}
      and phone_numbers.set_by is null and phone_numbers.agent_id is not null
      and phone_numbers.connection_id is null
      and not ${numbers}::jsonb ? phone_numbers.number
    returning phone_numbers.tenant_id, before.agent_id`);
  const given = await tx.execute<AgentRow>(sql`
    insert into phone_numbers (tenant_id, number, carrier, carrier_account, agent_id, set_by)
    select ${tenantId}, found.number, ${name}, ${account},
      case when same.number is not null then same.agent_id else agents.id end, same.set_by
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (number text, "agentId" text)
    -- The same number of another account of the tenant, such as that of another lab, has told whose it is.
    left join lateral (
      select * from phone_numbers known
      where known.tenant_id = ${tenantId} and known.number = found.number order by known.created_at limit 1
    ) as same on true
    left join agents on agents.tenant_id = ${tenantId} and agents.id = found."agentId" and agents.archived_at is null
      and not exists (
        select from phone_numbers own
        where own.tenant_id = ${tenantId} and own.agent_id = agents.id
          and own.carrier = ${name} and own.carrier_account = ${account})
    -- A sandbox has numbers that no account owns: one may have the same as an account that poses as real.
    where ${name === sandboxCarrier} or not exists (
      select from phone_numbers connected
      where connected.number = found.number and connected.connection_id is not null)
    on conflict do nothing
    returning tenant_id, agent_id`);
  await showChanged(tx, [...lost.rows, ...given.rows]);
}

/** Gives a number of the account to a tenant. With `take` the one that has it loses it, and so does its agent. */
export async function giveToTenant(
  tx: Transaction,
  tenantId: string,
  { name, account }: CarrierIdentity,
  number: string,
  actor: Actor,
  take: boolean,
): Promise<'given' | 'other_tenant' | 'no_tenant'> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley numbers'))`);
  await tx.execute(sql`select set_config('parley.numbers', 'in step', true)`);
  const known = await tx.execute(sql`select from tenants where id = ${tenantId}`);
  if (known.rowCount === 0) return 'no_tenant';
  await adoptNumbers(tx, { name, account });
  const owners = await tx.execute<AgentRow & { id: string }>(sql`
    select tenant_id, agent_id, id from phone_numbers
    where number = ${number} and carrier = ${name} and carrier_account = ${account} for update`);
  const [owner] = owners.rows;
  if (owner?.tenant_id === tenantId) return 'given';
  if (owner && !take) return 'other_tenant';
  if (owner) {
    await tx.execute(sql`
      delete from phone_numbers
      where number = ${number} and carrier = ${name} and carrier_account = ${account}`);
    await audit(tx, owner.tenant_id, actor, 'number.taken', account, { numberId: owner.id });
  }
  const added = await tx.execute<{ id: string }>(sql`
    insert into phone_numbers (tenant_id, number, carrier, carrier_account, set_by, set_at)
    values (${tenantId}, ${number}, ${name}, ${account}, ${actor.userId}, now()) returning id`);
  await audit(tx, tenantId, actor, 'number.given', account, { numberId: added.rows[0]?.id });
  await showChanged(tx, owners.rows);
  return 'given';
}

type AgentRow = { tenant_id: string; agent_id: string | null };

/**
 * Numbers of the release before, whose account was not stored. It had one account, so a real one has all real numbers, and
 * a lab the test numbers.
 */
export async function adoptNumbers(tx: Transaction, { name, account }: CarrierIdentity): Promise<void> {
  await tx.execute(sql`
    delete from phone_numbers as stray where carrier = '' and exists (
      select from phone_numbers known
      where known.number = stray.number and known.carrier = ${name} and known.carrier_account = ${account})`);
  await tx.execute(sql`
    update phone_numbers set carrier = ${name}, carrier_account = ${account}
    where carrier = '' and (number ~ ${testNumbers}) = ${name === sandboxCarrier}`);
}

async function showChanged(tx: Transaction, rows: readonly AgentRow[]): Promise<void> {
  for (const { tenant_id: tenantId, agent_id: agentId } of rows) {
    if (agentId === null) continue;
    await showNumbers(tx, tenantId, [agentId]);
    await notifyAgent(tx, tenantId, agentId);
  }
}
