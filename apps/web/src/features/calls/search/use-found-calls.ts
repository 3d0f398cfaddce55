import { callSearchRoutes, limits } from '@parley/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { type FoundPage, parseFoundPage } from '../../../lib/parsing/call-search.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { FilterValues } from './filter-values.ts';
import { mergedHits } from './merged-hits.ts';

/** What fits the filters, a page at a time, newest first. */
export function useFoundCalls(values: FilterValues) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.foundPages(values),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(callSearchRoutes.searchCalls, parseFoundPage, {
        query: { ...values, limit: limits.pageSize, after: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: ({ next, older }) => next ?? older,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/**
 * The same with what is new: live events outdate the first page alone (`found-calls-sync.ts`), which is asked for again
 * and put before the others.
 */
export function useCurrentHits(values: FilterValues, pages: readonly FoundPage[], isPlaceholder: boolean) {
  const api = useApi();
  const { data: top } = useQuery({
    queryKey: queryKeys.foundTop(values),
    queryFn: ({ signal }) =>
      api.get(callSearchRoutes.searchCalls, parseFoundPage, {
        query: { ...values, limit: limits.pageSize },
        signal,
      }),
    // Until something happens it is the first page itself.
    ...(pages[0] !== undefined && !isPlaceholder && { initialData: pages[0] }),
    enabled: !isPlaceholder,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return useMemo(() => mergedHits(isPlaceholder ? undefined : top, pages), [top, pages, isPlaceholder]);
}
