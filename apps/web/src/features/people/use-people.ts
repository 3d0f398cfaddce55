import { peopleRoutes } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import { parsePeople } from '../../lib/parsing/people.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Fetched again whenever the page is looked at: people sign up and use invitations meanwhile. */
export function usePeople() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.people,
    staleTime: 0,
    queryFn: ({ signal }) => api.get(peopleRoutes.listPeople, parsePeople, { signal }),
  });
}

export function usePeopleChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: queryKeys.people });
    // After the row of whoever was removed is gone, and the focus with it.
    setTimeout(() => document.activeElement === document.body && focusPageHeading());
  };
}
