import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { readTemplates } from '../../lib/reading/templates.ts';

export function useTemplates() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.templates,
    queryFn: ({ signal }) => api.read(routes.listTemplates, readTemplates, { signal }),
  });
}
