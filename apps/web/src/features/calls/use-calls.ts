import { limits, routes } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Call, type CallsPage, readCallsPage } from '../../lib/reading/calls.ts';
import type { CallPages } from './cache/call-pages.ts';

/** The first page is asked for plainly, each next one by the cursor of the one before. */
export function useCalls() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.calls,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<CallsPage> =>
      pageParam === null
        ? api.read(routes.listCalls, readCallsPage, { signal })
        : api.read(routes.listCalls, readCallsPage, {
            query: { limit: limits.pageSize, afterId: pageParam },
            signal,
          }),
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
    select: allCalls,
  });
}

/** One list of all loaded pages. A call pushed over a page's edge between two requests stands in both; once is enough. */
function allCalls(data: CallPages): readonly Call[] {
  const byId = new Map(data.pages.flatMap(({ calls }) => calls).map((call) => [call._id, call]));
  return [...byId.values()];
}
