import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { atMostEvery } from '../../../lib/at-most-every.ts';
import type { CachePart } from '../../../lib/cache-part.ts';
import type { DeskPeople, FollowUp } from '../../../lib/parsing/follow-ups.ts';
import type { LiveEvent } from '../../../lib/parsing/live-events.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { type FollowUpPages, newerFollowUp, withFollowUp } from './follow-up-pages.ts';
import { adjustCounts, filterIn } from './put-follow-up.ts';

/** Counts are fetched again at most this often, however many follow-ups change. */
const countsEveryMs = 2_000;

/** Keeps lists, single follow-ups and the counts of the sidebar current. */
export function createFollowUpSync(client: QueryClient): CachePart {
  const refreshCounts = atMostEvery(countsEveryMs, () => {
    void client.invalidateQueries({ queryKey: queryKeys.followUpCounts });
  });
  return {
    keys: [queryKeys.followUps],
    patches(event) {
      if (event.type !== 'follow-up.changed') return null;
      // Before the lists: afterwards it is not known any more what the follow-up was.
      adjustCounts(client, event.followUp, myIdIn(client));
      return queryKeys.followUps;
    },
    patch: (queryKey, data, event) => patched(client, queryKey, data, event),
    apply(event) {
      if (event.type === 'follow-up.changed') refreshCounts();
    },
  };
}

function patched(client: QueryClient, queryKey: QueryKey, data: unknown, event: LiveEvent): unknown {
  if (event.type !== 'follow-up.changed') return data;
  const { followUp } = event;
  if (startsWith(queryKey, queryKeys.followUpLists))
    return withFollowUp(data as FollowUpPages, followUp, filterIn(queryKey), myIdIn(client));
  if (startsWith(queryKey, queryKeys.followUp(followUp.id))) {
    const known = data as FollowUp;
    return newerFollowUp(known, followUp);
  }
  return data;
}

/** Null until the people have been loaded; the list of one's own then shows a change with its next request. */
export function myIdIn(client: QueryClient): string | null {
  return client.getQueryData<DeskPeople>(queryKeys.deskPeople)?.me?.id ?? null;
}

function startsWith(key: QueryKey, beginning: readonly unknown[]): boolean {
  return beginning.every((part, index) => key[index] === part);
}
