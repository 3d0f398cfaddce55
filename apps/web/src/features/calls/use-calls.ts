import { limits, routes } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { type Call, type CallsPage, parseCallsPage } from '../../lib/parsing/calls.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { CallPages } from './cache/call-pages.ts';

/** The first page is requested without a query, each next one with the cursor of the previous one. */
export function useCalls() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.calls,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<CallsPage> =>
      pageParam === null
        ? api.get(routes.listCalls, parseCallsPage, { signal })
        : api.get(routes.listCalls, parseCallsPage, {
            query: { limit: limits.pageSize, afterId: pageParam },
            signal,
          }),
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
    select: allCalls,
  });
}

/** One list of all loaded pages, without duplicates: a new call between two requests shifts a call onto the next page. */
function allCalls(data: CallPages): readonly Call[] {
  const byId = new Map(data.pages.flatMap(({ calls }) => calls).map((call) => [call._id, call]));
  return [...byId.values()];
}
