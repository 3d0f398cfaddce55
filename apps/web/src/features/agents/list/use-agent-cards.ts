import { agentRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { parseAgentCards } from '../../../lib/parsing/agent-cards.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export function useAgentCards() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agentCards,
    queryFn: ({ signal }) => api.get(agentRoutes.listAgentCards, parseAgentCards, { signal }),
  });
}
