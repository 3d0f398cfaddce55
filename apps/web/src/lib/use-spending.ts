import { spendingRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { parseSpending } from './parsing/spending.ts';
import { useMay } from './permissions.ts';
import { queryKeys } from './query-keys.ts';

/** What calls cost today and this month. Near a limit the event stream says when it has changed. */
export function useSpending() {
  const api = useApi();
  const may = useMay();
  return useQuery({
    queryKey: queryKeys.spending,
    queryFn: ({ signal }) => api.get(spendingRoutes.getSpending, parseSpending, { signal }),
    enabled: may(spendingRoutes.getSpending.permission),
  });
}
