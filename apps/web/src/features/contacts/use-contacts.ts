import { contactRoutes, type ListedContact } from '@parley/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { type ContactsPage, parseContacts } from '../../lib/parsing/contacts.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const pageSize = 100;

export interface FoundContacts {
  contacts: readonly ListedContact[];
  /** Of all contacts, whatever was searched for. */
  total: number;
}

/** By name. While another search is on its way, what was found before stays. */
export function useContacts(search: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.contactList(search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(contactRoutes.listContacts, parseContacts, {
        query: { search: search === '' ? undefined : search, limit: pageSize, after: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
    select: allContacts,
    placeholderData: keepPreviousData,
  });
}

/** One list of all loaded pages; somebody whose name was changed between two requests may be on both. */
function allContacts({ pages }: InfiniteData<ContactsPage, string | null>): FoundContacts {
  const byId = new Map(pages.flatMap(({ contacts }) => contacts).map((contact) => [contact.id, contact]));
  return { contacts: [...byId.values()], total: pages[0]?.total ?? 0 };
}
