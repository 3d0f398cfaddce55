import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseTemplates } from '../../lib/parsing/templates.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useTemplates() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.templates,
    queryFn: ({ signal }) => api.get(routes.listTemplates, parseTemplates, { signal }),
  });
}
