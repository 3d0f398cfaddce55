import { type AuditFilter, auditRoutes } from '@parley/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import {
  type AuditEntry,
  type AuditPage,
  parseAudit,
  parseAuditActors,
  parseAuditEntry,
} from '../../lib/parsing/audit.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Newest first. Each answer is itself an entry, so nothing is asked for again by itself. */
export function useAudit(filter: AuditFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.auditList(filter),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(auditRoutes.listAudit, parseAudit, {
        query: { ...filter, before: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    select: allEntries,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function allEntries({ pages }: InfiniteData<AuditPage, number | null>): readonly AuditEntry[] {
  return pages.flatMap(({ entries }) => entries);
}

export function useAuditEntry(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.auditEntry(id),
    queryFn: ({ signal }) => api.get(auditRoutes.getAuditEntry, parseAuditEntry, { params: { id }, signal }),
    enabled: id !== '',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useAuditActors() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.auditActors,
    queryFn: ({ signal }) => api.get(auditRoutes.listAuditActors, parseAuditActors, { signal }),
  });
}
