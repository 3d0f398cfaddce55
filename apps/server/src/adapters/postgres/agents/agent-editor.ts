import type { AgentEditor } from '../../../ports/agent-editor.ts';
import type { Database } from '../database.ts';
import { and, desc, eq, lt } from '../drizzle.ts';
import { agents, agentVersions } from '../schema.ts';
import { readCards } from './agent-cards.ts';
import { readVersion } from './agent-rows.ts';
import { archiveAgent, removeAgent, unarchiveAgent } from './archive-agent.ts';
import { createAgent } from './create-agent.ts';
import { draftOf, entryOf } from './presented.ts';
import { publishDraft } from './publish-draft.ts';
import { saveDraft } from './save-draft.ts';

export function createAgentEditor(database: Database): AgentEditor {
  return {
    cards: (tenantId, accounts, callsSince) => readCards(database, tenantId, accounts, callsSince),

    create: (tenantId, wanted, actor) =>
      database.forTenant(tenantId, (tx) => createAgent(tx, tenantId, wanted, actor)),

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

    saveDraft: (tenantId, agentId, change, actor, at) =>
      database.forTenant(tenantId, (tx) => saveDraft(tx, tenantId, agentId, change, actor, at)),

    publish: (tenantId, agentId, change, actor, at) =>
      database.forTenant(tenantId, (tx) => publishDraft(tx, tenantId, agentId, change, actor, at)),

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
      database.forTenant(tenantId, (tx) => archiveAgent(tx, tenantId, agentId, actor, at)),

    unarchive: (tenantId, agentId, actor) =>
      database.forTenant(tenantId, (tx) => unarchiveAgent(tx, tenantId, agentId, actor)),

    remove: (tenantId, agentId, actor, at) =>
      database.forTenant(tenantId, (tx) => removeAgent(tx, tenantId, agentId, actor, at)),
  };
}
