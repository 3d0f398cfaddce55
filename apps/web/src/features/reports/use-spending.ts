import { spendingRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseSpending } from '../../lib/parsing/spending.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const againMs = 60_000;

export function useSpending() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.spending,
    queryFn: ({ signal }) => api.get(spendingRoutes.getSpending, parseSpending, { signal }),
    staleTime: againMs,
    refetchInterval: againMs,
  });
}
