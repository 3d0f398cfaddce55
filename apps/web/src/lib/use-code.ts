import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { reloadOnStaleChunk } from './stale-chunks.ts';
import { useRetry } from './use-send.ts';

/** Code that is loaded when it is first needed, and then kept. */
export function useCode<Part>(name: string, load: () => Promise<Part>, enabled = true) {
  const query = useQuery({
    queryKey: queryKeys.code(name),
    queryFn: () => reloadOnStaleChunk(load),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return { query, part: query.data, retry: useRetry(query.refetch).send };
}
