import { type DoNotCallEntry, doNotCallRoutes } from '@parley/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { type DoNotCallList, parseDoNotCall } from '../../lib/parsing/do-not-call.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const pageSize = 100;

export interface FoundNumbers {
  entries: readonly DoNotCallEntry[];
  /** Of the whole list, whatever was searched for. */
  total: number;
  unconfirmed: number;
}

/** The latest first. While another search is on its way, what was found before stays. */
export function useDoNotCall(search: string, unconfirmed: boolean) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.doNotCallList(search, unconfirmed),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(doNotCallRoutes.listDoNotCall, parseDoNotCall, {
        query: {
          search: search === '' ? undefined : search,
          unconfirmed: unconfirmed ? 'true' : undefined,
          limit: pageSize,
          after: pageParam ?? undefined,
        },
        signal,
      }),
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
    select: allEntries,
    placeholderData: keepPreviousData,
  });
}

function allEntries({ pages }: InfiniteData<DoNotCallList, string | null>): FoundNumbers {
  const byId = new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  const [first] = pages;
  return { entries: [...byId.values()], total: first?.total ?? 0, unconfirmed: first?.unconfirmed ?? 0 };
}

/** After a change: contacts show whether their number may be called. */
export function useDoNotCallChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.doNotCall }),
      client.invalidateQueries({ queryKey: queryKeys.contacts }),
    ]);
}
