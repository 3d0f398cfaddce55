import { type AgentNumber, agentRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api-context.ts';
import { parseNumbers } from '../../../../lib/parsing/agent-editing.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';

export function useNumbers() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.numbers,
    queryFn: ({ signal }): Promise<readonly AgentNumber[]> =>
      api.get(agentRoutes.listNumbers, parseNumbers, { signal }),
  });
}
