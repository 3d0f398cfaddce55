import type { VoiceEngine } from '@parley/contract';
import type { AgentStore } from '../../ports/agent-store.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

export function agentEndpoints(
  agents: AgentStore,
  defaultEngine: VoiceEngine,
): Pick<Endpoints, 'listAgents'> {
  return {
    listAgents: async ({ caller }) => ({
      agents: (await agents.list(caller.tenantId)).map(({ id, displayName, phoneNumber, engine }) => ({
        id,
        displayName,
        phoneNumber,
        engine: engine ?? defaultEngine,
      })),
    }),
  };
}
