import type { QueryClient } from '@tanstack/react-query';
import { withFollowUpOfCall } from '../../../lib/follow-ups-of-call.ts';
import type { CallResult } from '../../../lib/parsing/call-detail.ts';
import type { FollowUp, FollowUpCounts } from '../../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { countsAfter } from '../change.ts';
import type { Filter } from '../filter.ts';
import { type FollowUpPages, found, newerFollowUp, withFollowUp } from './follow-up-pages.ts';

/** A cached list with the filter that its key names. */
export interface CachedList {
  filter: Filter;
  data: FollowUpPages;
}

export function cachedLists(client: QueryClient): CachedList[] {
  return client
    .getQueriesData<FollowUpPages>({ queryKey: queryKeys.followUpLists })
    .flatMap(([queryKey, data]) => (data === undefined ? [] : [{ filter: filterIn(queryKey), data }]));
}

/** The filter is the last part of the key of a list. */
export function filterIn(queryKey: readonly unknown[]): Filter {
  return queryKey.at(-1) as Filter;
}

/** The follow-up as it is known, wherever it was loaded. */
export function knownFollowUp(client: QueryClient, id: string): FollowUp | null {
  const one = client.getQueryData<FollowUp>(queryKeys.followUp(id)) ?? null;
  return cachedLists(client).reduce<FollowUp | null>((newest, { data }) => {
    const known = found(data, id);
    return known === null ? newest : newest === null ? known : newerFollowUp(known, newest);
  }, one);
}

/** What the server answered to a change: every list, the follow-up itself, its call and the counts have it at once. */
export function putFollowUp(client: QueryClient, followUp: FollowUp, myId: string | null): void {
  adjustCounts(client, followUp, myId);
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.followUpLists })) {
    const data = query.state.data as FollowUpPages | undefined;
    if (data === undefined) continue;
    const next = withFollowUp(data, followUp, filterIn(query.queryKey), myId);
    if (next !== data) client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt });
  }
  // Also when it is in no list any more: Undo needs its revision.
  client.setQueryData<FollowUp>(queryKeys.followUp(followUp.id), (one) =>
    one === undefined ? followUp : newerFollowUp(one, followUp),
  );
  if (followUp.callId !== null)
    client.setQueryData<CallResult>(queryKeys.call(followUp.callId), (call) =>
      call === undefined ? undefined : withFollowUpOfCall(call, followUp),
    );
}

/** So that the badge does not wait for the next request. Without knowing the follow-up, the request brings it. */
export function adjustCounts(client: QueryClient, followUp: FollowUp, myId: string | null): void {
  const before = knownFollowUp(client, followUp.id);
  const counts = client.getQueryData<FollowUpCounts>(queryKeys.followUpCounts);
  if (before === null || counts === undefined || followUp.revision <= before.revision) return;
  client.setQueryData(queryKeys.followUpCounts, countsAfter(counts, before, followUp, myId));
}
