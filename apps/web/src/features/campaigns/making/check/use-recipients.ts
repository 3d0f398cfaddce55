import { campaignRoutes, type RecipientState } from '@parley/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api-context.ts';
import { parseRecipients } from '../../../../lib/parsing/campaigns.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';

const pageSize = 100;

export interface RowFilter {
  state: RecipientState;
  /** Empty: any. */
  reason: string;
  /** Those alone who share their number. */
  shared?: boolean;
}

/** Rows in the order of the file, a page at a time. */
export function useRecipients(id: string, { state, reason, shared = false }: RowFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.recipients(id, { state, reason, shared }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.get(campaignRoutes.listRecipients, parseRecipients, {
        params: { id },
        query: {
          ...{ state, reason: reason === '' ? undefined : reason, after: pageParam, limit: pageSize },
          ...(shared && { shared: 'true' }),
        },
        signal,
      }),
    getNextPageParam: ({ recipients, hasMore }) => (hasMore ? recipients.at(-1)?.row : undefined),
    select: ({ pages }) => pages.flatMap(({ recipients }) => recipients),
    placeholderData: keepPreviousData,
  });
}
