import { routes, type Template } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type TemplatesByAgent = Readonly<Record<string, readonly Template[]>>;

export function useTemplates() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.templates,
    queryFn: ({ signal }) => api.request(routes.listTemplates, { signal }),
    select: (answer): TemplatesByAgent => answer.templates,
  });
}
