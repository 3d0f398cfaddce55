import type { AgentConfig } from '@parley/contract';
import type { AgentEditor, SaveResult } from '../../../ports/agent-editor.ts';
import type { Actor } from '../../../ports/number-store.ts';
import type { Transaction } from '../database.ts';
import { and, eq, sql } from '../drizzle.ts';
import { agents, agentVersions } from '../schema.ts';
import { audit, notifyAgent } from './agent-changes.ts';
import { columnsOf } from './agent-columns.ts';
import { type AgentRow, lockAgent } from './agent-rows.ts';
import { withEarlier } from './earlier-fields.ts';
import { draftOf } from './presented.ts';

/** Saving goes on while somebody types: one audit entry for each person and this time. */
const editingMs = 10 * 60_000;

export async function saveDraft(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  { revision, config: sent, restored }: Parameters<AgentEditor['saveDraft']>[2],
  actor: Actor,
  at: Date,
): Promise<SaveResult> {
  const agent = await lockAgent(tx, agentId);
  if (!agent) return { kind: 'missing' };
  if (agent.archivedAt !== null) return { kind: 'archived' };
  if (agent.draftRevision !== revision) return { kind: 'conflict', stored: draftOf(agent) };
  const config = withEarlier(sent, agent.draft, restored !== undefined);
  const isLogged = restored === undefined && isNewEdit(agent, actor, at);
  const [saved] = await tx
    .update(agents)
    .set({
      draft: config,
      draftRevision: revision + 1,
      draftDiffers: await differs(tx, agent, config),
      ...{ draftSavedAt: at, draftSavedBy: actor.userId, draftSavedByName: actor.displayName },
      ...(isLogged && { editLoggedAt: at, editLoggedBy: actor.userId }),
      // What is typed after it is an edit of its own.
      ...(restored !== undefined && { editLoggedAt: null, editLoggedBy: null }),
      // Until it is published the list shows the draft.
      ...(agent.publishedVersion === null && columnsOf(agentId, config, null)),
    })
    .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)))
    .returning();
  if (!saved) throw new Error(`The agent ${agentId} disappeared while it was locked.`);
  const data = { revision: revision + 1 };
  if (restored !== undefined)
    await audit(tx, tenantId, actor, 'agent.restored', agentId, { ...data, version: restored });
  else if (isLogged) await audit(tx, tenantId, actor, 'agent.edited', agentId, data);
  const listed = agent.publishedVersion === null || saved.draftDiffers !== agent.draftDiffers;
  await notifyAgent(tx, tenantId, agentId, { listed });
  return { kind: 'saved', draft: draftOf(saved) };
}

/**
 * Compared by the database: in JSON of its own the order of the fields means nothing. No outcome fields or tools
 * and an empty list of them are the same.
 */
async function differs(tx: Transaction, agent: AgentRow, config: AgentConfig): Promise<boolean> {
  if (agent.publishedVersion === null) return true;
  const [row] = await tx
    .select({
      same: sql<boolean>`${none} || ${agentVersions.config} = ${none} || ${JSON.stringify(config)}::jsonb`,
    })
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agent.id), eq(agentVersions.version, agent.publishedVersion)));
  return !row?.same;
}

const none = sql.raw(`'{"outcomes": {"fields": []}, "tools": {"use": [], "texts": []}}'::jsonb`);

/** Counted from the entry, not from the last save: whoever types for an hour without a pause has an entry every ten minutes. */
function isNewEdit({ editLoggedAt, editLoggedBy }: AgentRow, { userId }: Actor, at: Date): boolean {
  return editLoggedBy !== userId || at.getTime() - (editLoggedAt?.getTime() ?? 0) >= editingMs;
}
