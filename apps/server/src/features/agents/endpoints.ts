import type { VoiceEngine } from '@parley/contract';
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
    ...listEndpoints(deps.agents, deps.engines.standard, deps.accountOf),
    ...editEndpoints(deps),
    ...versionEndpoints(deps),
    ...numberEndpoints(deps),
  };
}

/** Active, published agents are offered; of archived ones the call list needs the name. */
function listEndpoints(
  agents: AgentStore,
  defaultEngine: VoiceEngine,
  accountOf: EditDeps['accountOf'],
): Pick<Endpoints, 'listAgents'> {
  return {
    listAgents: async ({ caller: { tenantId } }) => {
      const all = await agents.list(tenantId, accountOf(tenantId));
      return {
        agents: all
          .filter(({ archivedAt, publishedVersion }) => archivedAt === null && publishedVersion !== null)
          .map(({ id, displayName, phoneNumber, engine }) => ({
            id,
            displayName,
            phoneNumber,
            engine: engine ?? defaultEngine,
          })),
        archived: all
          .filter(({ archivedAt }) => archivedAt !== null)
          .map(({ id, displayName }) => ({ id, displayName })),
      };
    },
  };
}
