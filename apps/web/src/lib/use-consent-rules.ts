import { type ConsentRules, consentRulesResponse, consentRulesRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { queryKeys } from './query-keys.ts';

function parseConsentRules(body: unknown): ConsentRules | undefined {
  return consentRulesResponse.safeParse(body).data?.rules;
}

/** Why the organization may call people for each purpose, and the registry for sales calls. */
export function useConsentRules() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.consentRules,
    queryFn: ({ signal }) => api.get(consentRulesRoutes.getConsentRules, parseConsentRules, { signal }),
  });
}
