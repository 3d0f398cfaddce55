import { followUpRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { type FollowUp, parseFollowUpResult } from '../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { pendingChanges, withPending } from './pending-changes.ts';

/** One follow-up: the row of a list, or else fetched, as when a link names one that is in no list. Empty: none. */
export function useFollowUp(id: string, row: FollowUp | undefined) {
  const api = useApi();
  const query = useQuery({
    queryKey: queryKeys.followUp(id),
    queryFn: ({ signal }) =>
      api.get(followUpRoutes.getFollowUp, parseFollowUpResult, { params: { id }, signal }),
    enabled: id !== '' && row === undefined,
  });
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.current);
  // One that is gone since it was loaded, as when its person was erased, is shown no more.
  const gone = query.data === undefined || isNotFound(query.error);
  const fetched = gone ? undefined : withPending(query.data, pending);
  return { query, followUp: row ?? fetched };
}
