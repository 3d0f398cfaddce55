import { fixedAgentNameOf } from '@parley/contract';
import type { RemoveResult } from '../../../ports/agent-editor.ts';
import type { Actor } from '../../../ports/number-store.ts';
import type { Transaction } from '../database.ts';
import { and, eq, isNull, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { agents, agentVersions, templates } from '../schema.ts';
import { audit, lockNumbersOf, notifyAgent, releaseNumbersOf } from './agent-changes.ts';
import { lockAgent } from './agent-rows.ts';

export async function archiveAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  actor: Actor,
  at: Date,
): Promise<boolean> {
  await lockNumbersOf(tx, tenantId);
  const agent = await lockAgent(tx, agentId);
  if (!agent) return false;
  if (agent.archivedAt !== null) return true;
  await tx
    .update(agents)
    .set({ archivedAt: at })
    .where(and(eq(agents.id, agentId), isNull(agents.archivedAt)));
  await releaseNumbersOf(tx, tenantId, agentId, actor, at);
  await audit(tx, tenantId, actor, 'agent.archived', agentId);
  await notifyAgent(tx, tenantId, agentId);
  await notify(tx, { tenantId, kind: 'listed', list: 'templates' });
  return true;
}

export async function unarchiveAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  actor: Actor,
): Promise<boolean> {
  const agent = await lockAgent(tx, agentId);
  if (!agent) return false;
  if (agent.archivedAt === null) return true;
  await tx.update(agents).set({ archivedAt: null }).where(eq(agents.id, agentId));
  await audit(tx, tenantId, actor, 'agent.unarchived', agentId);
  await notifyAgent(tx, tenantId, agentId);
  await notify(tx, { tenantId, kind: 'listed', list: 'templates' });
  return true;
}

/** Deletes an agent that nobody has talked with, and with it its versions, templates and tries. */
export async function removeAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  actor: Actor,
  at: Date,
): Promise<RemoveResult> {
  await lockNumbersOf(tx, tenantId);
  const agent = await lockAgent(tx, agentId);
  if (!agent) return 'missing';
  if (fixedAgentNameOf(agentId) !== null) return 'fixed';
  // One that takes calls may be getting its first at this moment.
  if (agent.publishedVersion !== null && agent.archivedAt === null) return 'active';
  const { rows } = await tx.execute<{ called: boolean; tried: boolean }>(sql`
    select
      exists (select from calls where tenant_id = ${tenantId} and agent_id = ${agentId} and mode <> 'try') as called,
      exists (select from tries where tenant_id = ${tenantId} and agent_id = ${agentId} and ended_at is null) as tried`);
  if (rows[0]?.called) return 'has_calls';
  if (rows[0]?.tried) return 'being_tried';
  await releaseNumbersOf(tx, tenantId, agentId, actor, at);
  await tx.execute(
    sql`delete from calls where tenant_id = ${tenantId} and agent_id = ${agentId} and mode = 'try'`,
  );
  await tx.delete(templates).where(and(eq(templates.tenantId, tenantId), eq(templates.agentId, agentId)));
  await tx
    .delete(agentVersions)
    .where(and(eq(agentVersions.tenantId, tenantId), eq(agentVersions.agentId, agentId)));
  await tx.delete(agents).where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)));
  await audit(tx, tenantId, actor, 'agent.deleted', agentId);
  await notifyAgent(tx, tenantId, agentId);
  await notify(tx, { tenantId, kind: 'listed', list: 'templates' });
  return 'removed';
}
