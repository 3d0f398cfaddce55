import { followUpRoutes } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { type FollowUpsPage, parseFollowUpsPage } from '../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { FollowUpPages } from './cache/follow-up-pages.ts';
import type { Filter } from './filter.ts';
import { pendingChanges } from './pending-changes.ts';
import { shownFollowUps } from './shown-follow-ups.ts';

/** One list, with what is on its way to the server. */
export function useFollowUps(filter: Filter, myId: string | null) {
  const api = useApi();
  const query = useInfiniteQuery({
    queryKey: queryKeys.followUpList(filter),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<FollowUpsPage> =>
      api.get(followUpRoutes.listFollowUps, parseFollowUpsPage, {
        query: { ...filter, after: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.current);
  const data = query.data as FollowUpPages | undefined;
  const { state, owner } = filter;
  const rows = useMemo(
    () => (data === undefined ? undefined : shownFollowUps(data, pending, { state, owner }, myId)),
    [data, pending, state, owner, myId],
  );
  return { query, rows };
}
