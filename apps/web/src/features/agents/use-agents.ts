import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import type { NamedAgent } from '../../lib/known-agents.ts';
import { type Agent, type AgentList, parseAgentList } from '../../lib/parsing/agents.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Agents that can be chosen for a call. */
export function useAgents() {
  return useAgentList(agentsOf);
}

/** Those and the archived ones: whoever may have made a call. */
export function useNamedAgents() {
  return useAgentList(namedAgentsOf);
}

function useAgentList<Data>(select: (list: AgentList) => Data) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agents,
    queryFn: ({ signal }) => api.get(routes.listAgents, parseAgentList, { signal }),
    select,
  });
}

function agentsOf({ agents }: AgentList): readonly Agent[] {
  return agents;
}

function namedAgentsOf({ agents, archived }: AgentList): readonly NamedAgent[] {
  return [...agents, ...archived];
}
