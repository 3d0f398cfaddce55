import { signInPolicyRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { parseSignInPolicy } from '../../../lib/parsing/sign-in-policy.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export function useSignInPolicy() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.signInPolicy,
    queryFn: ({ signal }) => api.get(signInPolicyRoutes.getSignInPolicy, parseSignInPolicy, { signal }),
  });
}
