import { followUpRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseDeskPeople } from '../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Who works with follow-ups, and who is asking. */
export function useDeskPeople() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.deskPeople,
    queryFn: ({ signal }) => api.get(followUpRoutes.listDeskPeople, parseDeskPeople, { signal }),
  });
}
