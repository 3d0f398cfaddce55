import { contactRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseContactPage } from '../../lib/parsing/contacts.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Everything about a number. */
export function useContactPage(number: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.contact(number),
    queryFn: ({ signal }) =>
      api.get(contactRoutes.getContactPage, parseContactPage, { params: { number }, signal }),
  });
}
