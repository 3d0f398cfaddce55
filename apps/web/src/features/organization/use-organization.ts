import { organizationRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseOrganization } from '../../lib/parsing/organization.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useOrganization() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.organization,
    queryFn: ({ signal }) => api.get(organizationRoutes.getOrganization, parseOrganization, { signal }),
  });
}
