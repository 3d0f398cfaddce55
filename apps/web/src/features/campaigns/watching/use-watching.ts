import { campaignRoutes, type RecipientsQuery } from '@parley/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import {
  type CampaignEvent,
  type EventsPage,
  parseAttempts,
  parseEvents,
} from '../../../lib/parsing/campaign-run.ts';
import { parseRecipients, type Recipient, type RecipientsPage } from '../../../lib/parsing/campaigns.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const pageSize = 50;

/** What was decided, the latest first. */
export function useEvents(id: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.campaignEvents(id),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(campaignRoutes.listCampaignEvents, parseEvents, {
        params: { id },
        query: { before: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }: InfiniteData<EventsPage, number | null>): CampaignEvent[] => [
      ...new Map(pages.flatMap(({ events }) => events).map((event) => [event.id, event])).values(),
    ],
  });
}

export type RowFilter = Pick<RecipientsQuery, 'state' | 'result' | 'waits'>;

/** The rows of the file that a filter lets through. While others are on their way, those before stay. */
export function useRows(id: string, filter: RowFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.recipients(id, filter),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.get(campaignRoutes.listRecipients, parseRecipients, {
        params: { id },
        query: { ...filter, after: pageParam, limit: pageSize },
        signal,
      }),
    getNextPageParam: ({ hasMore, recipients }) => (hasMore ? (recipients.at(-1)?.row ?? null) : null),
    select: ({ pages }: InfiniteData<RecipientsPage, number>): Recipient[] => [
      ...new Map(pages.flatMap(({ recipients }) => recipients).map((each) => [each.row, each])).values(),
    ],
    placeholderData: keepPreviousData,
  });
}

/** The calls of one row. */
export function useAttempts(id: string, row: number) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.campaignAttempts(id, row),
    queryFn: ({ signal }) =>
      api.get(campaignRoutes.getRecipient, parseAttempts, { params: { id, row: String(row) }, signal }),
  });
}
