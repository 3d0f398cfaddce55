import type { AgentConfig } from '@parley/contract';
import type { AgentEditor } from '../../../ports/agent-editor.ts';
import { knowledgeOf } from '../../../ports/knowledge-of.ts';
import type { Actor } from '../../../ports/number-store.ts';
import type { Database, Transaction } from '../database.ts';
import { and, desc, eq, isNull, lt, sql } from '../drizzle.ts';
import { prepareKnowledge } from '../knowledge-search.ts';
import { agents, agentVersions } from '../schema.ts';
import { readCards } from './agent-cards.ts';
import { audit, notifyAgent, releaseNumbersOf } from './agent-changes.ts';
import { columnsOf } from './agent-columns.ts';
import { createAgent } from './create-agent.ts';
import { draftOf, entryOf, versionOf } from './presented.ts';

/** Saving goes on while somebody types: one audit entry for each person and this time. */
const editingMs = 10 * 60_000;

export function createAgentEditor(database: Database): AgentEditor {
  return {
    cards: (tenantId, accounts, callsSince) => readCards(database, tenantId, accounts, callsSince),

    create: (tenantId, wantedId, config, actor) =>
      database.forTenant(tenantId, (tx) => createAgent(tx, tenantId, wantedId, config, actor)),

    get: (tenantId, agentId) =>
      database.forTenant(tenantId, async (tx) => {
        const [agent] = await tx.select().from(agents).where(eq(agents.id, agentId));
        if (!agent) return null;
        const published =
          agent.publishedVersion === null ? null : await readVersion(tx, agentId, agent.publishedVersion);
        return {
          id: agent.id,
          draft: draftOf(agent),
          published,
          archivedAt: agent.archivedAt?.toISOString() ?? null,
        };
      }),

    saveDraft: (tenantId, agentId, { revision, config, restored }, actor, at) =>
      database.forTenant(tenantId, async (tx) => {
        const agent = await lock(tx, agentId);
        if (!agent) return { kind: 'missing' };
        if (agent.archivedAt !== null) return { kind: 'archived' };
        if (agent.draftRevision !== revision) return { kind: 'conflict', stored: draftOf(agent) };
        const [saved] = await tx
          .update(agents)
          .set({
            draft: config,
            draftRevision: revision + 1,
            draftDiffers: await differs(tx, agent, config),
            ...savedBy(actor, at),
            // Until it is published the list shows the draft.
            ...(agent.publishedVersion === null && columnsOf(agentId, config)),
          })
          .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)))
          .returning();
        if (!saved) throw new Error(`The agent ${agentId} disappeared while it was locked.`);
        if (restored !== undefined)
          await audit(tx, tenantId, actor, 'agent.restored', agentId, { version: restored });
        else if (isNewEdit(agent, actor, at)) await audit(tx, tenantId, actor, 'agent.edited', agentId);
        const listed = agent.publishedVersion === null || saved.draftDiffers !== agent.draftDiffers;
        await notifyAgent(tx, tenantId, agentId, { listed });
        return { kind: 'saved', draft: draftOf(saved) };
      }),

    publish: (tenantId, agentId, { revision, note }, actor, at) =>
      database.forTenant(tenantId, async (tx) => {
        const agent = await lock(tx, agentId);
        if (!agent) return { kind: 'missing' };
        if (agent.archivedAt !== null) return { kind: 'archived' };
        const current = agent.publishedVersion;
        if (agent.draftRevision !== revision) return { kind: 'conflict', stored: draftOf(agent) };
        if (current !== null && !agent.draftDiffers) {
          const published = await readVersion(tx, agentId, current);
          if (published) {
            const { config: _, ...version } = published;
            return { kind: 'published', version, created: false };
          }
        }
        const version = (current ?? 0) + 1;
        const by = { publishedBy: actor.userId, publishedByName: actor.displayName, publishedAt: at };
        const [added] = await tx
          .insert(agentVersions)
          .values({ tenantId, agentId, version, config: agent.draft, note, ...by })
          .returning();
        if (!added) throw new Error(`Version ${version} of the agent ${agentId} was not stored.`);
        await tx
          .update(agents)
          .set({
            ...{ publishedVersion: version, publishedAt: at, draftDiffers: false },
            ...columnsOf(agentId, agent.draft),
          })
          .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)));
        const { knowledge, speech } = agent.draft;
        const known = knowledgeOf(knowledge.entries, speech.language);
        if (known && !known.inPrompt) await prepareKnowledge(tx, tenantId, known);
        await audit(tx, tenantId, actor, 'agent.published', agentId, { version });
        await notifyAgent(tx, tenantId, agentId);
        return { kind: 'published', version: entryOf(added), created: true };
      }),

    versions: (tenantId, agentId, { limit, before }) =>
      database.forTenant(tenantId, async (tx) => {
        const [agent] = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId));
        if (!agent) return null;
        const { version, note, publishedAt, publishedByName } = agentVersions;
        const earlier = before === undefined ? undefined : lt(version, before);
        const rows = await tx
          .select({ version, note, publishedAt, publishedByName })
          .from(agentVersions)
          .where(and(eq(agentVersions.agentId, agentId), earlier))
          .orderBy(desc(version))
          .limit(limit);
        return rows.map(entryOf);
      }),

    version: (tenantId, agentId, version) =>
      database.forTenant(tenantId, (tx) => readVersion(tx, agentId, version)),

    archive: (tenantId, agentId, actor, at) =>
      database.forTenant(tenantId, async (tx) => {
        const agent = await lock(tx, agentId);
        if (!agent) return false;
        if (agent.archivedAt !== null) return true;
        await tx
          .update(agents)
          .set({ archivedAt: at })
          .where(and(eq(agents.id, agentId), isNull(agents.archivedAt)));
        await releaseNumbersOf(tx, tenantId, agentId, actor, at);
        await audit(tx, tenantId, actor, 'agent.archived', agentId);
        await notifyAgent(tx, tenantId, agentId);
        return true;
      }),

    unarchive: (tenantId, agentId, actor) =>
      database.forTenant(tenantId, async (tx) => {
        const agent = await lock(tx, agentId);
        if (!agent) return false;
        if (agent.archivedAt === null) return true;
        await tx.update(agents).set({ archivedAt: null }).where(eq(agents.id, agentId));
        await audit(tx, tenantId, actor, 'agent.unarchived', agentId);
        await notifyAgent(tx, tenantId, agentId);
        return true;
      }),
  };
}

type AgentRow = typeof agents.$inferSelect;

async function lock(tx: Transaction, agentId: string): Promise<AgentRow | null> {
  const [row] = await tx.select().from(agents).where(eq(agents.id, agentId)).for('update');
  return row ?? null;
}

async function readVersion(tx: Transaction, agentId: string, version: number) {
  const [row] = await tx
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
  return row ? versionOf(row) : null;
}

/** Compared by the database: in JSON of its own the order of the fields means nothing. */
async function differs(tx: Transaction, agent: AgentRow, config: AgentConfig): Promise<boolean> {
  if (agent.publishedVersion === null) return true;
  const [row] = await tx
    .select({ same: sql<boolean>`${agentVersions.config} = ${JSON.stringify(config)}::jsonb` })
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agent.id), eq(agentVersions.version, agent.publishedVersion)));
  return !row?.same;
}

function savedBy({ userId, displayName }: Actor, at: Date) {
  return { draftSavedAt: at, draftSavedBy: userId, draftSavedByName: displayName };
}

function isNewEdit({ draftSavedAt, draftSavedBy }: AgentRow, { userId }: Actor, at: Date): boolean {
  return draftSavedBy !== userId || at.getTime() - (draftSavedAt?.getTime() ?? 0) > editingMs;
}
