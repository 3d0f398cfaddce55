import type { AgentStore } from '../../../ports/agent-store.ts';
import type { TryStore } from '../../../ports/tries.ts';

/** A try is spoken by the draft that it was begun with, every other call by the version that it names. */
export function agentsOfTries(agents: AgentStore, tries: Pick<TryStore, 'agentFor'>): AgentStore {
  return {
    ...agents,
    forCall: (call) =>
      call.mode === 'try' && call.id !== undefined
        ? tries.agentFor({ tenantId: call.tenantId, callId: call.id })
        : agents.forCall(call),
  };
}
