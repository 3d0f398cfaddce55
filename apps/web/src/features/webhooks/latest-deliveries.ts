import type { InfiniteData } from '@tanstack/react-query';
import type { DeliveriesPage } from '../../lib/parsing/webhooks.ts';

/** The first of several pages says when all of them are to be loaded again, where something has changed since they were. */
export type LoadedPage = DeliveriesPage & { reloadAt?: number };
export type DeliveryPages = InfiniteData<LoadedPage, string | null>;

/** So long what has changed further down may stay as it was. */
const furtherDownMs = 10_000;

/**
 * The loaded pages with a newer first page. What it covers is as it says; what is older stays as it was, until all pages
 * are loaded again. That replaces the first page and so its `reloadAt`; loading one more page keeps both. Ids grow with
 * time, so one that is smaller than all of the first page is older.
 */
export function withLatest(loaded: DeliveryPages, latest: DeliveriesPage, now: number): DeliveryPages {
  const [first, ...others] = loaded.pages;
  const end = latest.deliveries.at(-1)?.id;
  if (first === undefined || others.length === 0 || latest.nextCursor === null || end === undefined)
    return { pages: [latest], pageParams: [null] };
  const newest = loaded.pages.find(({ deliveries }) => deliveries.length > 0)?.deliveries[0]?.id;
  // Between the two there may be some that neither has.
  if (newest === undefined || newest < end)
    return { ...loaded, pages: [{ ...first, reloadAt: now }, ...others] };
  // One that has passed led to a request that failed.
  const due = first.reloadAt !== undefined && first.reloadAt > now ? first.reloadAt : now + furtherDownMs;
  const older = ({ deliveries }: DeliveriesPage) => deliveries.filter(({ id }) => id < end);
  return {
    ...loaded,
    pages: [
      { ...first, deliveries: [...latest.deliveries, ...older(first)], reloadAt: due },
      ...others.map((page) => ({ ...page, deliveries: older(page) })),
    ],
  };
}
