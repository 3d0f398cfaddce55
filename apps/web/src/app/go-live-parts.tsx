import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryKeys } from '../lib/query-keys.ts';
import { reloadOnStaleChunk } from '../lib/stale-chunks.ts';
import { useRetry } from '../lib/use-send.ts';
import { LoadState } from '../ui/load-state.tsx';
import type { OpeningsProps } from './openings.tsx';

/** What an agent says first; loaded after the checks, which do without the schemas of agents. */
export function LazyOpenings(props: OpeningsProps) {
  return <Lazy name="openings" load={async () => (await import('./openings.tsx')).Openings} props={props} />;
}

/** A call to one's own phone; loaded on the real side only. */
export function LazyTestCall() {
  return <Lazy name="test-call" load={async () => (await import('./test-call.tsx')).TestCall} props={{}} />;
}

interface LazyProps<Props> {
  name: string;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

function Lazy<Props extends object>({ name, load, props }: LazyProps<Props>) {
  const query = useQuery({
    queryKey: queryKeys.code(name),
    queryFn: () => reloadOnStaleChunk(load),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const retry = useRetry(query.refetch);
  const { data: Part } = query;
  if (Part !== undefined) return <Part {...props} />;
  return (
    <LoadState query={query} onRetry={retry.send} loading="Loading..." failed="Failed to load" compact />
  );
}
