import { type CallResponse, isTerminal, type LiveEvent } from '@parley/contract';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';
import { type CallPages, withCall, withoutCall } from './call-pages.ts';
import { withEntry, withStatus } from './call-record.ts';

export interface CallFeed {
  /** Puts what happened into what is cached. */
  apply(event: LiveEvent): void;
  /** After a gap nobody knows what was missed: fetch again what is shown, forget the rest. */
  catchUp(): void;
  /** Watches the answers under way; gives the way to stop. */
  start(): () => void;
}

/**
 * Keeps the cached calls in step with the event stream. An answer under way when an event comes may have been read
 * before it, so the event is put in again when that answer arrives.
 */
export function createCallFeed(client: QueryClient): CallFeed {
  const cache = client.getQueryCache();
  const duringFetch = new Map<string, LiveEvent[]>();

  const start = () =>
    cache.subscribe((notice) => {
      if (notice.type !== 'updated') return;
      const { query, action } = notice;
      if (action.type === 'fetch') duringFetch.set(query.queryHash, []);
      if (action.type === 'error') duringFetch.delete(query.queryHash);
      if (action.type === 'success' && action.manual !== true) {
        const missed = duringFetch.get(query.queryHash) ?? [];
        duringFetch.delete(query.queryHash);
        for (const event of missed) patch(query, event);
      }
    });

  function patch(query: Query, event: LiveEvent): void {
    const before = query.state.data;
    if (before === undefined) return;
    const after =
      query.queryKey[0] === queryKeys.calls[0]
        ? patchedPages(before as CallPages, event)
        : patchedRecord(before as CallResponse, event);
    if (after !== before) {
      client.setQueryData(query.queryKey, after, { updatedAt: query.state.dataUpdatedAt });
    }
  }

  function each(queryKey: QueryKey, act: (query: Query) => void): void {
    for (const query of cache.findAll({ queryKey, exact: true })) act(query);
  }

  function catchUp(): void {
    for (const queryKey of [queryKeys.calls, ['call']]) {
      client.removeQueries({ queryKey, type: 'inactive' });
      for (const query of cache.findAll({ queryKey })) void refetchAfterwards(query);
    }
  }

  /** A fetch under way began before the gap ended, so it counts for nothing; but to cut off Load More would lose a click. */
  async function refetchAfterwards({ queryKey, state, promise }: Query): Promise<void> {
    if (state.fetchStatus === 'fetching') await promise?.catch(() => {});
    await client.invalidateQueries({ queryKey, exact: true });
  }

  function apply(event: LiveEvent): void {
    if (event.type === 'refetch') {
      catchUp();
      return;
    }
    const callId = event.type === 'call.changed' ? event.call._id : event.callId;
    const wasLive = isLive(client, callId);
    for (const key of [queryKeys.calls, queryKeys.call(callId)]) {
      each(key, (query) => {
        duringFetch.get(query.queryHash)?.push(event);
        patch(query, event);
      });
    }
    // The last lines and the turn timings are only settled when the call is over.
    const settled = event.type === 'call.changed' && wasLive && isTerminal(event.call.status);
    if (settled || event.type === 'call.removed') {
      void client.invalidateQueries({ queryKey: queryKeys.call(callId), exact: true });
    }
  }

  return { apply, catchUp, start };
}

function patchedPages(data: CallPages, event: LiveEvent): CallPages {
  if (event.type === 'call.changed') return withCall(data, event.call);
  return event.type === 'call.removed' ? withoutCall(data, event.callId) : data;
}

function patchedRecord(data: CallResponse, event: LiveEvent): CallResponse {
  if (event.type === 'call.changed') return withStatus(data, event.call);
  return event.type === 'transcript.added' ? withEntry(data, event.entry) : data;
}

function isLive(client: QueryClient, callId: string): boolean {
  const data = client.getQueryData<CallResponse>(queryKeys.call(callId));
  return data !== undefined && !isTerminal(data.call.status);
}
