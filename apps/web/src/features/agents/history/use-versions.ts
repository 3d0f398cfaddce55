import { agentRoutes } from '@parley/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { parseChanges, parseVersion, parseVersions } from '../../../lib/parsing/agent-editing.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export function useVersions(agentId: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.agentVersions(agentId),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      api.get(agentRoutes.listAgentVersions, parseVersions, {
        params: { agentId },
        query: { before: pageParam },
        signal,
      }),
    getNextPageParam: ({ versions, hasMore }) => (hasMore ? versions.at(-1)?.version : undefined),
    select: ({ pages }) => pages.flatMap(({ versions }) => versions),
  });
}

/** What changed from one version to another; `to` may be 'draft'. */
export function useChanges(agentId: string, from: string, to: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agentChanges(agentId, from, to),
    queryFn: ({ signal }) =>
      api.get(agentRoutes.compareAgentVersions, parseChanges, {
        params: { agentId },
        query: { from, to },
        signal,
      }),
    // Versions never change; the draft may have changed since.
    ...([from, to].includes('draft') ? { staleTime: 0 } : {}),
  });
}

export function useVersion(agentId: string, version: number) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.agentVersion(agentId, version),
    queryFn: ({ signal }) =>
      api.get(agentRoutes.getAgentVersion, parseVersion, {
        params: { agentId, version: String(version) },
        signal,
      }),
  });
}
