import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { type Agent, parseAgents } from '../../lib/parsing/agents.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useAgents() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agents,
    queryFn: ({ signal }): Promise<readonly Agent[]> => api.get(routes.listAgents, parseAgents, { signal }),
  });
}
