import type { InfiniteData } from '@tanstack/react-query';
import type { DeliveriesPage } from '../../lib/parsing/webhooks.ts';

export type DeliveryPages = InfiniteData<DeliveriesPage, string | null>;

/**
 * The loaded pages with a newer first page. What it covers is as it says; what is older stays as it was. Ids grow with time,
 * so one that is smaller than all of the first page is older.
 */
export function withLatest(loaded: DeliveryPages, latest: DeliveriesPage): DeliveryPages {
  const [first, ...others] = loaded.pages;
  const end = latest.deliveries.at(-1)?.id;
  if (first === undefined || others.length === 0 || latest.nextCursor === null || end === undefined)
    return { pages: [latest], pageParams: [null] };
  const older = ({ deliveries }: DeliveriesPage) => deliveries.filter(({ id }) => id < end);
  return {
    ...loaded,
    pages: [
      { ...first, deliveries: [...latest.deliveries, ...older(first)] },
      ...others.map((page) => ({ ...page, deliveries: older(page) })),
    ],
  };
}
