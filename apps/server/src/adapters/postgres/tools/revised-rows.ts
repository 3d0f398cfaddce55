import type { AuditAction } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { RemoveToolResult } from '../../../ports/tool-store.ts';
import { audit } from '../agents/agent-changes.ts';
import type { Transaction } from '../database.ts';
import { and, eq } from '../drizzle.ts';
import type { mcpServers, tools } from '../tool-schema.ts';
import { isUuid } from '../uuid.ts';
import { toolUsers } from './tool-users.ts';

/** Tools and MCP servers: a change names the revision that it is based on. */
type RevisedTable = typeof tools | typeof mcpServers;

export const rowOf = (table: RevisedTable, tenantId: string, id: string) =>
  and(eq(table.tenantId, tenantId), eq(table.id, id));

/** Keeps others from changing it until the end of the transaction; undefined where there is no such row. */
export async function lockRevision(
  tx: Transaction,
  table: RevisedTable,
  tenantId: string,
  id: string,
): Promise<number | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx
    .select({ revision: table.revision })
    .from(table)
    .where(rowOf(table, tenantId, id))
    .for('update');
  return row?.revision;
}

/** Removes what no agent uses. */
export async function removeRevised(
  tx: Transaction,
  table: RevisedTable,
  caller: Caller,
  { id, revision, action }: { id: string; revision: number; action: AuditAction },
): Promise<RemoveToolResult> {
  const { tenantId } = caller;
  const stored = await lockRevision(tx, table, tenantId, id);
  if (stored === undefined) return { kind: 'missing' };
  const agents = (await toolUsers(tx, tenantId))(id);
  if (agents.length > 0) return { kind: 'in_use', agents };
  if (stored !== revision) return { kind: 'changed' };
  await tx.delete(table).where(rowOf(table, tenantId, id));
  await audit(tx, tenantId, caller, action, id);
  return { kind: 'removed' };
}

export function changedBy({ userId, displayName }: Caller, at: Date) {
  return { changedAt: at, changedBy: userId, changedByName: displayName };
}
