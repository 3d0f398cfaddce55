import type { Actor, TakeResult, TenantNumber } from '../../../ports/number-store.ts';
import type { Transaction } from '../database.ts';
import { and, asc, eq, sql } from '../drizzle.ts';
import { agents, phoneNumbers } from '../schema.ts';
import { audit, lockNumbersOf, notifyAgent, showNumbers } from './agent-changes.ts';

export const shownNumber = {
  id: phoneNumbers.id,
  number: phoneNumbers.number,
  label: phoneNumbers.label,
  carrier: phoneNumbers.carrier,
  carrierAccount: phoneNumbers.carrierAccount,
  agentId: phoneNumbers.agentId,
};

/** Gives a number of the tenant to an agent of it. `mayLose` says whether the agent that has the number may lose it. */
export async function takeNumber(
  tx: Transaction,
  tenantId: string,
  number: string,
  agentId: string,
  mayLose: (holder: string) => boolean,
  actor: Actor,
): Promise<TakeResult> {
  await lockNumbersOf(tx, tenantId);
  const [agent] = await tx
    .select({ archivedAt: agents.archivedAt })
    .from(agents)
    .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)))
    .for('share');
  if (!agent) return { kind: 'no_agent' };
  const known = await lockedNumber(tx, tenantId, number);
  if (!known) return { kind: 'no_number' };
  if (agent.archivedAt !== null) return { kind: 'archived' };
  const holder = known.agentId;
  if (holder !== null && holder !== agentId && !mayLose(holder)) {
    return { kind: 'conflict', agentId: holder, displayName: await nameOf(tx, tenantId, holder) };
  }
  await setAgentOf(tx, tenantId, number, agentId, actor);
  if (holder !== agentId) {
    await showNumbers(tx, tenantId, holder === null ? [agentId] : [agentId, holder]);
    const data = { numberId: known.id, ...(holder !== null && { takenFrom: holder }) };
    await audit(tx, tenantId, actor, 'number.assigned', agentId, data);
    await notifyAgent(tx, tenantId, agentId);
    if (holder !== null) await notifyAgent(tx, tenantId, holder);
  }
  return { kind: 'taken', number: { ...known, agentId } };
}

/** The number as one, whichever accounts have it: they all have the same agent. */
export async function lockedNumber(
  tx: Transaction,
  tenantId: string,
  number: string,
): Promise<TenantNumber | null> {
  const rows = await tx
    .select(shownNumber)
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.tenantId, tenantId), eq(phoneNumbers.number, number)))
    .orderBy(asc(phoneNumbers.createdAt))
    .for('update');
  return rows.find(({ agentId }) => agentId !== null) ?? rows[0] ?? null;
}

export async function setAgentOf(
  tx: Transaction,
  tenantId: string,
  number: string,
  agentId: string | null,
  { userId }: Actor,
): Promise<void> {
  await tx
    .update(phoneNumbers)
    .set({ agentId, setBy: userId, setAt: sql`now()` })
    .where(and(eq(phoneNumbers.tenantId, tenantId), eq(phoneNumbers.number, number)));
}

async function nameOf(tx: Transaction, tenantId: string, agentId: string): Promise<string> {
  const [row] = await tx
    .select({ displayName: agents.displayName })
    .from(agents)
    .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)));
  return row?.displayName ?? agentId;
}
