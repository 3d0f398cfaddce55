import { connectionRoutes, type LocalModelServer, type LocalModels } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { parseLocalModels } from '../../../lib/parsing/connections.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** What was found on the machine of the server when it was looked for last. */
export function useLocalModels(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.localModels,
    queryFn: ({ signal }): Promise<LocalModels> =>
      api.get(connectionRoutes.getLocalModels, parseLocalModels, { signal }),
    enabled,
  });
}

export function offersOf(found: LocalModels | undefined): readonly LocalModelServer[] {
  return (found?.found ?? []).filter(({ models }) => models.length > 0);
}

/** What one click connects. */
export function localModelBody({ url }: LocalModelServer, model: string) {
  return { provider: 'openai-compatible', baseUrl: url, key: null, model } as const;
}
