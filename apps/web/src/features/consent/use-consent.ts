import { consentRoutes } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseConsentRules } from '../../lib/parsing/consent.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useConsentRules() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.consentRules,
    queryFn: ({ signal }) => api.get(consentRoutes.getConsentRules, parseConsentRules, { signal }),
  });
}

export function useConsentChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.consentRules });
}
