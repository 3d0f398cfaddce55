import { spendingRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseSpending } from '../../lib/parsing/spending.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Calls that end change it without a notice. */
const refetchMs = 60_000;

export function useSpending() {
  const api = useApi();
  const may = useMay();
  return useQuery({
    queryKey: queryKeys.spending,
    queryFn: ({ signal }) => api.get(spendingRoutes.getSpending, parseSpending, { signal }),
    enabled: may(spendingRoutes.getSpending.permission),
    refetchInterval: refetchMs,
  });
}
