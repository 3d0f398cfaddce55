import { toolRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseTool, parseToolSecrets } from '../../lib/parsing/tools.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useTool(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.tool(id),
    queryFn: ({ signal }) => api.get(toolRoutes.getTool, parseTool, { signal, params: { id } }),
  });
}

export function useToolSecrets() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.toolSecrets,
    queryFn: ({ signal }) => api.get(toolRoutes.listToolSecrets, parseToolSecrets, { signal }),
  });
}
