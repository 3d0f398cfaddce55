import { toolRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { parseMcpServers, parseTools } from './parsing/tools.ts';
import { queryKeys } from './query-keys.ts';

export function useTools() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.toolList,
    queryFn: ({ signal }) => api.get(toolRoutes.listTools, parseTools, { signal }),
  });
}

export function useMcpServers() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.mcpServers,
    queryFn: ({ signal }) => api.get(toolRoutes.listMcpServers, parseMcpServers, { signal }),
  });
}
