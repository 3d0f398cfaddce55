import { type Delivery, type DeliveryState, webhookRoutes } from '@parley/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import {
  type DeliveriesPage,
  parseDeliveries,
  parseDelivery,
  parseWebhooks,
} from '../../lib/parsing/webhooks.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type DeliveryPages, type LoadedPage, withLatest } from './latest-deliveries.ts';
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

/** Something is to be sent again, on whichever page it is. */
export function useDeliveriesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.webhooks }),
      client.invalidateQueries({ queryKey: webhookKeys.allDeliveries }),
    ]);
  };
}

const pageSize = 20;

/**
 * The latest first. While something is sent the page hears of it every second: then the first page alone is asked for, and
 * what has changed further down is seen some seconds later.
 */
export function useDeliveries(endpointId: string, state: DeliveryState | '') {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = webhookKeys.deliveries(endpointId, state);
  const page = (after: string | null, signal: AbortSignal) =>
    api.get(webhookRoutes.listDeliveries, parseDeliveries, {
      params: { id: endpointId },
      query: { limit: pageSize, after: after ?? undefined, state: state === '' ? undefined : state },
      signal,
    });
  const query = useInfiniteQuery({
    queryKey,
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<LoadedPage> => page(pageParam, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ deliveries: listed(pages), reloadAt: pages[0]?.reloadAt }),
  });
  useQuery({
    queryKey: webhookKeys.latest(endpointId, state),
    queryFn: async ({ signal }) => {
      const pages = client.getQueryCache().find<DeliveryPages>({ queryKey });
      for (;;) {
        await pages?.promise?.catch(() => {});
        const before = pages?.state.dataUpdateCount;
        const latest = await page(null, signal);
        // Pages that were asked for meanwhile may be older or newer than this one.
        if (pages?.state.fetchStatus === 'fetching' || pages?.state.dataUpdateCount !== before) continue;
        client.setQueryData<DeliveryPages>(
          queryKey,
          (loaded) => loaded && withLatest(loaded, latest, performance.now()),
        );
        return null;
      }
    },
    // Until something happens the first page is the one that was loaded.
    ...{ enabled: query.data !== undefined, initialData: null, initialDataUpdatedAt: 0 },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { refetch, isFetchingNextPage } = query;
  const reloadAt = query.data?.reloadAt;
  useEffect(() => {
    // A page that is being loaded is waited for: a request for all pages would be taken for that one.
    if (reloadAt === undefined || isFetchingNextPage) return;
    const reload = () => void refetch({ cancelRefetch: false });
    const timer = setTimeout(reload, reloadAt - performance.now());
    return () => clearTimeout(timer);
  }, [reloadAt, isFetchingNextPage, refetch]);
  return { ...query, data: query.data?.deliveries };
}

/** Where one is on two pages, as the first of them has it. */
function listed(pages: readonly DeliveriesPage[]): Delivery[] {
  const byId = new Map<string, Delivery>();
  for (const one of pages.flatMap(({ deliveries }) => deliveries))
    if (!byId.has(one.id)) byId.set(one.id, one);
  return [...byId.values()];
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
