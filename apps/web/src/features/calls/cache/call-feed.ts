import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { CallAnswer } from '../../../lib/reading/calls.ts';
import type { LiveEvent } from '../../../lib/reading/live-events.ts';
import { isOver } from '../call-progress.ts';
import { type CallPages, withCall, withoutCall } from './call-pages.ts';
import { withEntry, withStatus } from './call-record.ts';

export interface CallFeed {
  /** Puts what happened into what is cached. */
  apply(event: LiveEvent): void;
  /**
   * After a gap: fetch again what is shown, forget the rest. What was asked for within the last `quietMs`, in which
   * nothing happened, is true as it is.
   */
  catchUp(quietMs?: number): void;
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
  const askedAt = new Map<string, Moment>();

  const start = () =>
    cache.subscribe((notice) => {
      if (notice.type === 'removed') askedAt.delete(notice.query.queryHash);
      if (notice.type !== 'updated') return;
      const { query, action } = notice;
      if (action.type === 'fetch') {
        duringFetch.set(query.queryHash, []);
        // One page more makes the pages before it no younger.
        if (action.meta?.fetchMore === undefined) askedAt.set(query.queryHash, now());
      }
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
        : patchedRecord(before as CallAnswer, event);
    if (after !== before) {
      client.setQueryData(query.queryKey, after, { updatedAt: query.state.dataUpdatedAt });
    }
  }

  function each(queryKey: QueryKey, act: (query: Query) => void): void {
    for (const query of cache.findAll({ queryKey, exact: true })) act(query);
  }

  function catchUp(quietMs = 0): void {
    for (const queryKey of told) {
      for (const query of cache.findAll({ queryKey })) {
        if (isTrue(query, quietMs)) continue;
        if (query.isActive()) void refetchAfterwards(query);
        else cache.remove(query);
      }
    }
    // The server answers again: whatever else it could not answer before is asked for once more.
    void client.refetchQueries({
      type: 'active',
      predicate: ({ queryKey: [name], state }) =>
        state.status === 'error' && !told.some(([each]) => each === name),
    });
  }

  function isTrue({ queryHash, state }: Query, quietMs: number): boolean {
    const asked = askedAt.get(queryHash);
    return state.status !== 'error' && asked !== undefined && since(asked) < quietMs;
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
    // Said before anything happens; there is nothing to put in.
    if (event.type === 'opened') return;
    if (event.type === 'list.changed') {
      void client.invalidateQueries({ queryKey: queryKeys[event.list] });
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
    const settled = event.type === 'call.changed' && wasLive && isOver(event.call);
    if (settled || event.type === 'call.removed') {
      void client.invalidateQueries({ queryKey: queryKeys.call(callId), exact: true });
    }
  }

  return { apply, catchUp, start };
}

/** What the stream tells of, and what therefore may be old after a time without it. */
const told: readonly (readonly string[])[] = [
  queryKeys.calls,
  ['call'],
  queryKeys.templates,
  queryKeys.agents,
];

/** The one clock stands still while the computer sleeps, the other can be set back: the longer time counts. */
type Moment = readonly [steady: number, wall: number];
const now = (): Moment => [performance.now(), Date.now()];
const since = ([steady, wall]: Moment) => Math.max(performance.now() - steady, Date.now() - wall);

function patchedPages(data: CallPages, event: LiveEvent): CallPages {
  if (event.type === 'call.changed') return withCall(data, event.call);
  return event.type === 'call.removed' ? withoutCall(data, event.callId) : data;
}

function patchedRecord(data: CallAnswer, event: LiveEvent): CallAnswer {
  if (event.type === 'call.changed') return withStatus(data, event.call);
  return event.type === 'transcript.added' ? withEntry(data, event.entry) : data;
}

function isLive(client: QueryClient, callId: string): boolean {
  const data = client.getQueryData<CallAnswer>(queryKeys.call(callId));
  return data?.call != null && !isOver(data.call);
}
