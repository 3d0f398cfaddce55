import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { CachePart } from '../../../lib/cache-part.ts';
import { withFollowUpOfCall } from '../../../lib/follow-ups-of-call.ts';
import { refreshSteps } from '../../../lib/open-steps.ts';
import { isOwnSave } from '../../../lib/own-saves.ts';
import type { CallResult } from '../../../lib/parsing/call-detail.ts';
import type { LiveEvent } from '../../../lib/parsing/live-events.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { isOver } from '../call-progress.ts';
import { withEntry, withStatus } from './cached-call.ts';
import { type CallPages, withCall, withoutCall } from './call-pages.ts';

export interface CallCacheSync {
  /** Applies an event to the cached responses. */
  apply(event: LiveEvent): void;
  /**
   * After a gap in the events: fetches what is shown again and drops the rest. Responses requested within the last
   * `quietMs`, in which nothing changed, are still current.
   */
  catchUp(quietMs?: number): void;
  /** Starts to observe the requests in flight; returns the function that stops it. */
  start(): () => void;
}

/** What the event stream keeps current, and what may be outdated after a gap. */
const liveQueryKeys: readonly (readonly string[])[] = [
  queryKeys.calls,
  ['call'],
  queryKeys.templates,
  queryKeys.agents,
  queryKeys.organization,
  queryKeys.connections,
  queryKeys.doNotCall,
  queryKeys.consentRules,
  queryKeys.webhooks,
];

/**
 * Keeps the cached calls, and the responses of other features, in sync with the event stream. A response that is in flight
 * when an event arrives may be older than the event, so the event is applied again when the response has arrived.
 */
export function createCallCacheSync(client: QueryClient, parts: readonly CachePart[] = []): CallCacheSync {
  const cache = client.getQueryCache();
  const duringFetch = new Map<string, LiveEvent[]>();
  const requestedAt = new Map<string, ClockReading>();
  const liveKeys = [...liveQueryKeys, ...parts.flatMap(({ keys }) => keys)];

  const start = () =>
    cache.subscribe((notice) => {
      if (notice.type === 'removed') requestedAt.delete(notice.query.queryHash);
      if (notice.type !== 'updated') return;
      const { query, action } = notice;
      if (action.type === 'fetch') {
        duringFetch.set(query.queryHash, []);
        // Loading one more page does not refresh the pages before it.
        if (action.meta?.fetchMore === undefined) requestedAt.set(query.queryHash, now());
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
    const after = patched(query.queryKey, before, event);
    if (after !== before) {
      client.setQueryData(query.queryKey, after, { updatedAt: query.state.dataUpdatedAt });
    }
  }

  function patched(queryKey: QueryKey, data: unknown, event: LiveEvent): unknown {
    const part = parts.find(({ keys }) => keys.some(([name]) => name === queryKey[0]));
    if (part !== undefined) return part.patch(queryKey, data, event);
    return queryKey[0] === queryKeys.calls[0]
      ? patchedPages(data as CallPages, event)
      : patchedRecord(data as CallResult, event);
  }

  /** Also when the response that is in flight has arrived. */
  function patchEach(queries: readonly Query[], event: LiveEvent): void {
    for (const query of queries) {
      duringFetch.get(query.queryHash)?.push(event);
      patch(query, event);
    }
  }

  const exactly = (queryKey: QueryKey) => cache.findAll({ queryKey, exact: true });

  function catchUp(quietMs = 0): void {
    for (const queryKey of liveKeys) {
      for (const query of cache.findAll({ queryKey })) {
        if (isCurrent(query, quietMs)) continue;
        // One that waits for another response is shown too: it is fetched when that has arrived.
        if (query.getObserversCount() > 0) void refetch(query);
        else cache.remove(query);
      }
    }
    // The server is reachable again: requests of other kinds that failed are repeated.
    void client.refetchQueries({
      type: 'active',
      predicate: ({ queryKey: [name], state }) =>
        state.status === 'error' && !liveKeys.some(([known]) => known === name),
    });
  }

  function isCurrent({ queryHash, state }: Query, quietMs: number): boolean {
    const requested = requestedAt.get(queryHash);
    return state.status !== 'error' && requested !== undefined && elapsed(requested) < quietMs;
  }

  /** A request in flight began before the gap ended, so it is repeated. It is not cancelled: it may be a Load More. */
  async function refetch({ queryKey, state, promise }: Query): Promise<void> {
    if (state.fetchStatus === 'fetching') await promise?.catch(() => {});
    await client.invalidateQueries({ queryKey, exact: true });
  }

  /** A first request in flight may be answered as it was before the event, and TanStack Query does not repeat that one. */
  function outdated(queryKey: QueryKey): void {
    for (const query of cache.findAll({ queryKey, fetchStatus: 'fetching' }))
      if (query.state.data === undefined) void refetch(query);
    void client.invalidateQueries({ queryKey });
  }

  function apply(event: LiveEvent): void {
    if (event.type === 'refetch') {
      catchUp();
      return;
    }
    // Carries no change.
    if (event.type === 'opened') return;
    if (event.type === 'list.changed') {
      outdated(queryKeys[event.list]);
      // Contacts show whether their number may be called.
      if (event.list === 'doNotCall') outdated(queryKeys.contacts);
      return;
    }
    if (event.type === 'agent.changed') {
      // Whatever changes more than the draft also changes the list of agents, and has an event for that.
      if (!isOwnSave(event.agentId, event.revision)) outdated(queryKeys.agent(event.agentId));
      return;
    }
    for (const part of parts) {
      const queryKey = part.patches(event);
      if (queryKey !== null) patchEach(cache.findAll({ queryKey }), event);
      part.apply?.(event);
    }
    switch (event.type) {
      case 'call.changed':
      case 'call.removed':
      case 'transcript.added':
        applyToCall(event);
        break;
      case 'outcome.changed':
      case 'tool-call.changed':
        void client.invalidateQueries({ queryKey: queryKeys.call(event.callId), exact: true });
        break;
      case 'recording.changed':
        // With the recording, whose key begins with that of the call.
        void client.invalidateQueries({ queryKey: queryKeys.call(event.callId) });
        break;
      case 'follow-up.changed':
        if (event.followUp.callId !== null) patchEach(exactly(queryKeys.call(event.followUp.callId)), event);
    }
  }

  function applyToCall(event: CallEvent): void {
    const callId = event.type === 'call.changed' ? event.call._id : event.callId;
    const before = client.getQueryData<CallResult>(queryKeys.call(callId))?.call;
    for (const key of [queryKeys.calls, queryKeys.call(callId)]) patchEach(exactly(key), event);
    if (event.type === 'call.changed') refreshSteps(client, event.call.to);
    // The last entries and the turn timings are complete only when the call is over.
    const settled = event.type === 'call.changed' && before != null && !isOver(before) && isOver(event.call);
    // A call that was deleted is back.
    const restored = event.type === 'call.changed' && before === null;
    if (settled || restored || event.type === 'call.removed') {
      void client.invalidateQueries({ queryKey: queryKeys.call(callId), exact: true });
    }
  }

  return { apply, catchUp, start };
}

/** The monotonic clock stops while the computer sleeps, the wall clock can be set back: the longer time counts. */
type ClockReading = readonly [monotonic: number, wall: number];
const now = (): ClockReading => [performance.now(), Date.now()];
const elapsed = ([monotonic, wall]: ClockReading) =>
  Math.max(performance.now() - monotonic, Date.now() - wall);

function patchedPages(data: CallPages, event: LiveEvent): CallPages {
  if (event.type === 'call.changed') return withCall(data, event.call);
  return event.type === 'call.removed' ? withoutCall(data, event.callId) : data;
}

function patchedRecord(data: CallResult, event: LiveEvent): CallResult {
  if (event.type === 'call.changed') return withStatus(data, event.call);
  if (event.type === 'follow-up.changed') return withFollowUpOfCall(data, event.followUp);
  return event.type === 'transcript.added' ? withEntry(data, event.entry) : data;
}

type CallEvent = Extract<LiveEvent, { type: 'call.changed' | 'call.removed' | 'transcript.added' }>;
