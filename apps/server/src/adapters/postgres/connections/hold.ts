import { secretParts } from '../../../ports/connections.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import type { VaultWriter } from '../vault-writes.ts';
import { secretName } from './secret-names.ts';
import { connections } from './tables.ts';
import { isRow, lockConnectionsOf, lockNumbers } from './writing.ts';

const unfinished = sql`status in ('queued', 'initiated', 'ringing', 'in-progress')`;

export async function countCalls(tx: Transaction, tenantId: string, id: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from calls
    where tenant_id = ${tenantId} and ${unfinished} and (connection_id = ${id}::uuid or voice_source = ${id})`);
  return rows[0]?.count ?? 0;
}

/**
 * What ended connections are kept for: a call that uses them; and for a day a number whose calls still come here, so that
 * the carrier can be asked to send them where they went before. Files need their store for good.
 */
const isHeld = sql`(exists (
  select from calls
  where calls.tenant_id = c.tenant_id and ${unfinished}
    and (calls.connection_id = c.id or calls.voice_source = c.id::text
      or (c.kind = 'address' and calls.callback_url = c.settings ->> 'url')))
  or (c.ended_at > now() - interval '1 day' and exists (
    select from phone_numbers n
    where n.tenant_id = c.tenant_id and n.connection_id = c.id and n.pointing in ('pointing', 'here', 'restoring'))))`;

export async function findHeld(tx: Transaction, before: Date) {
  const { rows } = await tx.execute<{ tenantId: string; id: string }>(sql`
    select c.tenant_id as "tenantId", c.id from connections c
    where c.state <> 'active' and c.secrets_removed_at is null and c.kind <> 'storage'
      and c.ended_at < ${before.toISOString()}::timestamptz and not ${isHeld}
    order by c.ended_at`);
  return rows;
}

export async function removeSecretsIn(
  tx: Transaction,
  vault: VaultWriter,
  tenantId: string,
  id: string,
): Promise<boolean> {
  await lockNumbers(tx);
  await lockConnectionsOf(tx, tenantId);
  const { rowCount } = await tx.execute(sql`
    select from connections c
    where c.tenant_id = ${tenantId} and c.id = ${id}::uuid and c.state <> 'active'
      and c.secrets_removed_at is null and not ${isHeld} for update`);
  if (rowCount === 0) return false;
  for (const part of secretParts) await vault.remove(tx, tenantId, secretName(id, part), 'system');
  await tx.update(connections).set({ secretsRemovedAt: new Date() }).where(isRow(tenantId, id));
  // Free for others. Agent and label stay, in case the account comes back.
  await tx.execute(sql`
    update phone_numbers set connection_id = null where tenant_id = ${tenantId} and connection_id = ${id}::uuid`);
  return true;
}
