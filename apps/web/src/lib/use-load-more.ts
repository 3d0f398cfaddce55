import { useSend } from './use-send.ts';

/** What is needed of a query whose pages are loaded one after the other. */
interface Pages {
  isFetching: boolean;
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

/** For the button that loads the next page; `name` as for `useSend`. */
export function useLoadMore({ name, query }: { name: string; query: Pages }) {
  return useSend({
    name,
    act: async () => {
      // fetchNextPage would cancel a refetch that is in flight.
      if (query.isFetching) await query.refetch({ cancelRefetch: false });
      await query.fetchNextPage();
    },
  });
}
