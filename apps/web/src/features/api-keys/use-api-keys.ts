import { apiKeyRoutes } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import { parseApiKeys } from '../../lib/parsing/api-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Fetched again whenever the page is looked at: the last use of a key is not announced. */
export function useApiKeys() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.apiKeys,
    staleTime: 0,
    queryFn: ({ signal }) => api.get(apiKeyRoutes.listApiKeys, parseApiKeys, { signal }),
  });
}

export function useApiKeysChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: queryKeys.apiKeys });
    // After the button of a revoked key is gone, and the focus with it.
    setTimeout(() => document.activeElement === document.body && focusPageHeading());
  };
}
