import { type AgentConfig, describeChanges } from '@parley/contract';
import type { AgentEditor } from '../../ports/agent-editor.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { actorOf } from './edit-endpoints.ts';
import type { PublishProblems } from './publish-problems.ts';
import { agentArchived, agentNotFound, draftChanged, notPublishable, versionNotFound } from './refusals.ts';

export interface VersionDeps {
  readonly editor: AgentEditor;
  readonly clock: Clock;
  readonly publishProblems: PublishProblems;
}

type Versioned =
  | 'publishAgent'
  | 'listAgentVersions'
  | 'getAgentVersion'
  | 'compareAgentVersions'
  | 'restoreAgentVersion';

export function versionEndpoints({
  editor,
  clock,
  publishProblems,
}: VersionDeps): Pick<Endpoints, Versioned> {
  return {
    publishAgent: async ({ caller, params, body }) => {
      const { agentId } = params;
      const agent = await editor.get(caller.tenantId, agentId);
      if (!agent) throw agentNotFound();
      const { draft } = agent;
      if (draft.revision !== body.revision) throw draftChanged(draft, null);
      const problems = await publishProblems(caller.tenantId, agentId, draft.config);
      if (problems.length > 0) throw notPublishable(problems);
      // Published only if the draft is still the one that was checked: its revision says so.
      const change = { revision: body.revision, note: body.note.trim() };
      const result = await editor.publish(caller.tenantId, agentId, change, actorOf(caller), clock.now());
      switch (result.kind) {
        case 'published':
          return { version: result.version, created: result.created };
        case 'conflict':
          throw draftChanged(result.stored, null);
        case 'archived':
          throw agentArchived();
        case 'missing':
          throw agentNotFound();
      }
    },

    listAgentVersions: async ({ caller, params, query }) => {
      const { limit, before } = query;
      const found = await editor.versions(caller.tenantId, params.agentId, { limit: limit + 1, before });
      if (!found) throw agentNotFound();
      return { versions: found.slice(0, limit), hasMore: found.length > limit };
    },

    getAgentVersion: async ({ caller, params }) => {
      const number = versionIn(params.version);
      const version = number && (await editor.version(caller.tenantId, params.agentId, number));
      return { version: version || (await missing(caller.tenantId, params.agentId)) };
    },

    compareAgentVersions: async ({ caller, params, query }) => {
      const read = (which: string) => configOf(caller.tenantId, params.agentId, which);
      return { changes: describeChanges(await read(query.from), await read(query.to)) };
    },

    restoreAgentVersion: async ({ caller, params, body }) => {
      const { agentId } = params;
      const number = versionIn(params.version);
      const version = number && (await editor.version(caller.tenantId, agentId, number));
      if (!version) return missing(caller.tenantId, agentId);
      const change = { revision: body.revision, config: version.config, restored: version.version };
      const saved = await editor.saveDraft(caller.tenantId, agentId, change, actorOf(caller), clock.now());
      switch (saved.kind) {
        case 'saved':
          return {
            draft: saved.draft,
            problems: await publishProblems(caller.tenantId, agentId, saved.draft.config),
          };
        case 'conflict':
          throw draftChanged(saved.stored, version.config);
        case 'archived':
          throw agentArchived();
        case 'missing':
          throw agentNotFound();
      }
    },
  };

  async function configOf(tenantId: string, agentId: string, which: string): Promise<AgentConfig> {
    if (which !== 'draft' && which !== 'published') {
      const version = await editor.version(tenantId, agentId, Number(which));
      return version ? version.config : missing(tenantId, agentId);
    }
    const agent = await editor.get(tenantId, agentId);
    if (!agent) throw agentNotFound();
    if (which === 'draft') return agent.draft.config;
    if (!agent.published) throw versionNotFound();
    return agent.published.config;
  }

  async function missing(tenantId: string, agentId: string): Promise<never> {
    throw (await editor.get(tenantId, agentId)) === null ? agentNotFound() : versionNotFound();
  }
}

/** Null for anything but the number of a version. */
function versionIn(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
