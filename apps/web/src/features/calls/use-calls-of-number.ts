import { contactRoutes } from '@parley/contract';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { type Call, type CallsPage, parseCallsPage } from '../../lib/parsing/calls.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const pageSize = 100;

/** The calls of a number from the latest on. Kept up to date once somebody wanted more than its page shows. */
export function useCallsOfNumber(number: string, wanted: boolean) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.callsOfNumber(number),
    enabled: wanted,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(contactRoutes.listCallsOfNumber, parseCallsPage, {
        params: { number },
        query: { limit: pageSize, afterId: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
    select: allCalls,
  });
}

function allCalls({ pages }: InfiniteData<CallsPage, string | null>): readonly Call[] {
  return pages.flatMap(({ calls }) => calls);
}
