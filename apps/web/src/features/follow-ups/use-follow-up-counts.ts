import { followUpCountRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { type FollowUpCounts, parseFollowUpCounts } from '../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { changed, countsAfter } from './change.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';

/** How much there is to do, with what is on its way to the server. */
export function useFollowUpCounts(myId: string | null = null): FollowUpCounts | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.followUpCounts,
    queryFn: ({ signal }) => api.get(followUpCountRoutes.countFollowUps, parseFollowUpCounts, { signal }),
  });
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.current);
  return data === undefined ? undefined : countsWith(data, pending, myId);
}

export function countsWith(
  counts: FollowUpCounts,
  pending: readonly PendingChange[],
  myId: string | null,
): FollowUpCounts {
  return pending.reduce(
    (shown, { before, change, people }) => countsAfter(shown, before, changed(before, change, people), myId),
    counts,
  );
}
