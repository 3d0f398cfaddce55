import { callingRoutes } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseCalling } from '../../lib/parsing/calling.ts';
import { type GoLiveState, parseGoLive } from '../../lib/parsing/connections.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyOtherTabs } from '../../lib/tabs.ts';

export function useGoLive() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.goLive,
    queryFn: ({ signal }): Promise<GoLiveState> => api.get(callingRoutes.getGoLive, parseGoLive, { signal }),
  });
}

/** After a change of the side: the bar of every screen and tab says it. */
export function useSideChanged(): (answer?: unknown) => Promise<void> {
  const client = useQueryClient();
  return async (answer) => {
    const calling = parseCalling(answer);
    if (calling !== undefined) client.setQueryData(queryKeys.calling, calling);
    notifyOtherTabs({ kind: 'changed', what: 'connections' });
    await client.invalidateQueries({ queryKey: queryKeys.connections });
  };
}
