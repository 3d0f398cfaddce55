import type { Transaction } from '../database.ts';
import { and, eq } from '../drizzle.ts';
import { agents, agentVersions, organizations } from '../schema.ts';
import { versionOf } from './presented.ts';

export type AgentRow = typeof agents.$inferSelect;

export async function lockAgent(tx: Transaction, agentId: string): Promise<AgentRow | null> {
  const [row] = await tx.select().from(agents).where(eq(agents.id, agentId)).for('update');
  return row ?? null;
}

export async function readVersion(tx: Transaction, agentId: string, version: number) {
  const [row] = await tx
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
  return row ? versionOf(row) : null;
}

/** Null before the settings of the organization were stored. */
export async function organizationName(tx: Transaction, tenantId: string): Promise<string | null> {
  const [row] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.tenantId, tenantId));
  return row?.name ?? null;
}
