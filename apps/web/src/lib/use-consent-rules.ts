import { consentRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { parseConsentRules } from './parsing/consent.ts';
import { queryKeys } from './query-keys.ts';

/** Why the organization may call people for each purpose, and the register for sales calls. */
export function useConsentRules() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.consentRules,
    queryFn: ({ signal }) => api.get(consentRoutes.getConsentRules, parseConsentRules, { signal }),
  });
}
