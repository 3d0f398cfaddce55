import { agentRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { parseEditedAgent } from '../../../lib/parsing/agent-editing.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export function useEditedAgent(agentId: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agent(agentId),
    queryFn: ({ signal }) => api.get(agentRoutes.getAgent, parseEditedAgent, { params: { agentId }, signal }),
    // Somebody else may have changed the draft since it was last opened.
    staleTime: 0,
  });
}
