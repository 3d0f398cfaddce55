import { type Agent, routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useAgents() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agents,
    queryFn: ({ signal }) => api.request(routes.listAgents, { signal }),
    select: (answer): readonly Agent[] => answer.agents,
  });
}
