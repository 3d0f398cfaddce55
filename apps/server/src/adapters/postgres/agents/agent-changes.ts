import type { AuditAction } from '@parley/contract';
import type { Actor } from '../../../ports/number-store.ts';
import { appendAudit } from '../audit/append.ts';
import type { Transaction } from '../database.ts';
import { and, eq, inArray, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { agents, phoneNumbers } from '../schema.ts';

/** An entry of the audit log: ids and words of fixed lists. */
export async function audit(
  tx: Transaction,
  tenantId: string,
  actor: Actor,
  action: AuditAction,
  subject: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await appendAudit(tx, { tenantId, actor: actor.userId, action, subject, data });
}

/** The list of agents has changed, and with it what an open editor of this one shows. */
export async function notifyAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  { listed = true } = {},
): Promise<void> {
  await notify(tx, { tenantId, kind: 'agent', agentId });
  if (listed) await notify(tx, { tenantId, kind: 'listed', list: 'agents' });
}

/**
 * Whoever changes which agent has a number waits for others of the tenant who do so: numbers and agents are locked in more
 * than one order, and many at once would spend their time on deadlocks. A start of the server changes those of all tenants.
 */
export async function lockNumbersOf(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('parley numbers')),
    pg_advisory_xact_lock(hashtext('parley numbers'), hashtext(${tenantId}))`);
}

/** Takes all numbers from an agent. The same number of several accounts is one. */
export async function releaseNumbersOf(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  actor: Actor,
  at: Date,
): Promise<void> {
  const released = await tx
    .update(phoneNumbers)
    .set({ agentId: null, setBy: actor.userId, setAt: at })
    .where(and(eq(phoneNumbers.tenantId, tenantId), eq(phoneNumbers.agentId, agentId)))
    .returning({ id: phoneNumbers.id, number: phoneNumbers.number });
  await showNumbers(tx, tenantId, [agentId]);
  const once = new Map(released.toReversed().map(({ id, number }) => [number, id]));
  for (const numberId of once.values())
    await audit(tx, tenantId, actor, 'number.released', agentId, { numberId });
}

/**
 * Writes the first number of each agent where servers of the release before look for it, one of a real account before one
 * of a sandbox. They answer whatever stands there, so an agent that takes no calls has none.
 */
export async function showNumbers(
  tx: Transaction,
  tenantId: string,
  agentIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`select set_config('parley.numbers', 'in step', true)`);
  await tx
    .update(agents)
    .set({
      phoneNumber: sql`(
        select owned.number from phone_numbers owned
        where owned.tenant_id = agents.tenant_id and owned.agent_id = agents.id
          and agents.archived_at is null and agents.published_version is not null
        order by owned.carrier = 'lab', owned.created_at, owned.number limit 1)`,
    })
    .where(and(eq(agents.tenantId, tenantId), inArray(agents.id, [...agentIds])));
}
