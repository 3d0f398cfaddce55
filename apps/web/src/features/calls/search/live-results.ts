import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { atMostEvery } from '../../../lib/at-most-every.ts';
import { liveListeners } from '../../../lib/live-listeners.ts';
import type { FoundPage } from '../../../lib/parsing/call-search.ts';
import type { LiveEvent } from '../../../lib/parsing/live-events.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { newerCall } from '../cache/newer-call.ts';

/** What is searched for is asked again at most this often while calls are live. */
const everyMs = 1_000;
/** The words of a call can be found a moment after its last event. */
const afterwardsMs = 5_000;

const asks: readonly (LiveEvent['type'] | undefined)[] = [
  'call.changed',
  'transcript.added',
  'outcome.changed',
  'refetch',
];

/** Keeps the shown results current: whether a call fits the filters, only the server knows. Returns how to stop. */
export function followLiveResults(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => void client.invalidateQueries({ queryKey: queryKeys.foundTops });
  const refresh = atMostEvery(everyMs, ask);
  const listener = (event: LiveEvent | null) => {
    if (event !== null) client.setQueriesData({ queryKey: queryKeys.found }, (data) => patched(data, event));
    if (event !== null && !asks.includes(event.type)) return;
    refresh();
    clearTimeout(timer);
    timer = setTimeout(ask, afterwardsMs);
  };
  liveListeners.add(listener);
  return () => {
    clearTimeout(timer);
    liveListeners.delete(listener);
    // What is not shown is not kept current.
    client.removeQueries({ queryKey: queryKeys.found, type: 'inactive' });
  };
}

function patched(data: unknown, event: LiveEvent): unknown {
  if (data === undefined || (event.type !== 'call.changed' && event.type !== 'call.removed')) return data;
  if ('hits' in (data as object)) return patchedPage(data as FoundPage, event);
  const all = data as InfiniteData<FoundPage>;
  const pages = all.pages.map((page) => patchedPage(page, event));
  return pages.every((page, index) => page === all.pages[index]) ? data : { ...all, pages };
}

export function patchedPage(page: FoundPage, event: LiveEvent): FoundPage {
  if (event.type === 'call.removed') {
    const hits = page.hits.filter(({ call }) => call._id !== event.callId);
    return hits.length === page.hits.length ? page : { ...page, hits };
  }
  if (event.type !== 'call.changed') return page;
  const at = page.hits.findIndex(({ call }) => call._id === event.call._id);
  const found = page.hits[at];
  if (found === undefined) return page;
  const call = newerCall(found.call, event.call);
  return call === found.call ? page : { ...page, hits: page.hits.with(at, { ...found, call }) };
}
