import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import type { TryPanelProps } from './try-panel.tsx';

/** Its code is loaded when somebody tries an agent, not with the editor. */
export function LazyTryPanel(props: TryPanelProps) {
  const query = useQuery({
    queryKey: queryKeys.tryPanelCode,
    queryFn: async () => (await import('./try-panel.tsx')).TryPanel,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const retry = useRetry(query.refetch);
  const { data: TryPanel } = query;
  if (TryPanel !== undefined) return <TryPanel {...props} />;
  return (
    <Card className="min-h-80 p-4">
      <LoadState query={query} onRetry={retry.send} loading="Loading..." failed="Failed to load Try It" />
    </Card>
  );
}
