import { type Delivery, type DeliveryState, webhookRoutes } from '@parley/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import { parseDeliveries, parseDelivery, parseWebhooks } from '../../lib/parsing/webhooks.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { webhookKeys } from './webhook-keys.ts';

/** Kept current by the event stream, and fetched again whenever the page is looked at. */
export function useWebhooks() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.webhooks,
    staleTime: 0,
    queryFn: ({ signal }) => api.get(webhookRoutes.listWebhooks, parseWebhooks, { signal }),
  });
}

export function useWebhooksChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: queryKeys.webhooks });
    // After the row of a deleted endpoint is gone, and the focus with it.
    setTimeout(() => document.activeElement === document.body && focusPageHeading());
  };
}

const pageSize = 20;

/** The latest first. */
export function useDeliveries(endpointId: string, state: DeliveryState | '') {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: webhookKeys.deliveries(endpointId, state),
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get(webhookRoutes.listDeliveries, parseDeliveries, {
        params: { id: endpointId },
        query: {
          ...{ limit: pageSize, after: pageParam ?? undefined },
          state: state === '' ? undefined : state,
        },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ deliveries }) => deliveries).map((one) => [one.id, one])).values(),
    ],
  });
}

/** Of one that is open, as often as it has changed. */
export function useDelivery(endpointId: string, { id, state, attempts }: Delivery) {
  const api = useApi();
  return useQuery({
    queryKey: webhookKeys.delivery(endpointId, id, `${state} ${attempts}`),
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get(webhookRoutes.getDelivery, parseDelivery, {
        params: { id: endpointId, deliveryId: id },
        signal,
      }),
  });
}
