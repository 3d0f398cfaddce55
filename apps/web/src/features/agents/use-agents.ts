import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Agent, readAgents } from '../../lib/reading/agents.ts';

export function useAgents() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agents,
    queryFn: ({ signal }): Promise<readonly Agent[]> => api.read(routes.listAgents, readAgents, { signal }),
  });
}
