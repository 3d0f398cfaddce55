import { connectionRoutes } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { type Connections, parseConnections } from '../../lib/parsing/connections.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyOtherTabs } from '../../lib/tabs.ts';

export function useConnections() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.connectionList,
    queryFn: ({ signal }): Promise<Connections> =>
      api.get(connectionRoutes.listConnections, parseConnections, { signal }),
  });
}

/** After a change: shows what the server answered, and fetches again what depends on it, here and in other tabs. */
export function useConnectionsChanged(): (answer?: unknown) => Promise<void> {
  const client = useQueryClient();
  return async (answer) => {
    const connections = parseConnections(answer);
    if (connections !== undefined) client.setQueryData(queryKeys.connectionList, connections);
    notifyOtherTabs({ kind: 'changed', what: 'connections' });
    await client.invalidateQueries({ queryKey: queryKeys.connections });
  };
}
