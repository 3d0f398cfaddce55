import { agentSubject } from '@parley/contract';
import type { AgentEditor, PublishResult } from '../../../ports/agent-editor.ts';
import { knowledgeOf } from '../../../ports/knowledge-of.ts';
import type { Actor } from '../../../ports/number-store.ts';
import type { Transaction } from '../database.ts';
import { and, eq } from '../drizzle.ts';
import { prepareKnowledge } from '../knowledge-search.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { agents, agentVersions } from '../schema.ts';
import { audit, notifyAgent, showNumbers } from './agent-changes.ts';
import { columnsOf } from './agent-columns.ts';
import { lockAgent, organizationName, readVersion } from './agent-rows.ts';
import { draftOf, entryOf } from './presented.ts';

export async function publishDraft(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  { revision, note }: Parameters<AgentEditor['publish']>[2],
  actor: Actor,
  at: Date,
): Promise<PublishResult> {
  const agent = await lockAgent(tx, agentId);
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
      // What is typed after it is an edit of its own.
      ...{ editLoggedAt: null, editLoggedBy: null },
      ...columnsOf(agentId, agent.draft, await organizationName(tx, tenantId)),
    })
    .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)));
  // From now on servers of the release before answer its number too.
  if (current === null) await showNumbers(tx, tenantId, [agentId]);
  const { knowledge, speech } = agent.draft;
  const known = knowledgeOf(knowledge.entries, speech.language);
  if (known && !known.inPrompt) await prepareKnowledge(tx, tenantId, known);
  await audit(tx, tenantId, actor, 'agent.published', agentId, { version });
  await notifyAgent(tx, tenantId, agentId);
  await appendToOutbox(tx, tenantId, agentSubject(agentId), {
    ...{ type: 'agent.published', version: 1, agentId, agentVersion: version },
  });
  return { kind: 'published', version: entryOf(added), created: true };
}
