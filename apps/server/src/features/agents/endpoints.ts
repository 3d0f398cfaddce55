import type { AgentStore } from '../../ports/agent-store.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { type EditDeps, editEndpoints } from './edit-endpoints.ts';
import { numberEndpoints } from './number-endpoints.ts';
import { versionEndpoints } from './version-endpoints.ts';

export type AgentEndpoints = Pick<Endpoints, 'listAgents'> &
  ReturnType<typeof editEndpoints> &
  ReturnType<typeof versionEndpoints> &
  ReturnType<typeof numberEndpoints>;

export interface AgentEndpointDeps extends EditDeps {
  readonly agents: AgentStore;
}

export function agentEndpoints(deps: AgentEndpointDeps): AgentEndpoints {
  return {
    ...listEndpoints(deps),
    ...editEndpoints(deps),
    ...versionEndpoints(deps),
    ...numberEndpoints(deps),
  };
}

/** Active, published agents are offered; of archived ones the call list needs the name. */
function listEndpoints({
  agents,
  engines,
  accountOf,
}: Pick<AgentEndpointDeps, 'agents' | 'engines' | 'accountOf'>): Pick<Endpoints, 'listAgents'> {
  return {
    listAgents: async ({ caller: { tenantId } }) => {
      const all = await agents.list(tenantId, accountOf(tenantId));
      const { standard } = engines(tenantId);
      return {
        agents: all
          .filter(({ archivedAt, publishedVersion }) => archivedAt === null && publishedVersion !== null)
          .map(({ id, displayName, phoneNumber, engine }) => ({
            id,
            displayName,
            phoneNumber,
            engine: engine ?? standard,
          })),
        archived: all
          .filter(({ archivedAt }) => archivedAt !== null)
          .map(({ id, displayName }) => ({ id, displayName })),
      };
    },
  };
}
