import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { reloadOnStaleChunk } from '../../lib/stale-chunks.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** A part of a page whose code is loaded when somebody opens it. */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyPart(props: Props) {
    const query = useQuery({
      queryKey: queryKeys.code(name),
      queryFn: () => reloadOnStaleChunk(load),
      staleTime: Number.POSITIVE_INFINITY,
    });
    const retry = useRetry(query.refetch);
    const { data: Part } = query;
    if (Part !== undefined) return <Part {...props} />;
    return (
      <Card className="min-h-80 p-4">
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading..."
          failed={`Failed to load ${name}`}
        />
      </Card>
    );
  };
}
