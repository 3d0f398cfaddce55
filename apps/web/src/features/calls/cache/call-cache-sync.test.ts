import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followUpOf } from '../../../../testing/follow-up.ts';
import type { CallDetail, CallResult } from '../../../lib/parsing/call-detail.ts';
import type { Call, TranscriptEntry } from '../../../lib/parsing/calls.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { type CallCacheSync, createCallCacheSync } from './call-cache-sync.ts';
import type { CallPages } from './call-pages.ts';

const idOf = (n: number) => `019a8b5e-6c00-7000-8000-${String(n).padStart(12, '0')}`;

function callOf(n: number, more: Partial<Call> = {}): Call {
  return {
    _id: idOf(n),
    agentId: 'kuzco',
    direction: 'outbound',
    from: '+15005550006',
    to: '+15005550010',
    status: 'ringing',
    reason: null,
    instructions: 'Say hello.',
    duration: null,
    createdAt: '2026-10-13T10:00:00.000Z',
    answeredAt: null,
    endTime: null,
    summary: null,
    summaryState: 'none',
    sandbox: false,
    engine: 'relay',
    outcome: null,
    contact: null,
    ...more,
  };
}

function pagesOf(...pages: number[][]): CallPages {
  return {
    pages: pages.map((numbers, index) => ({
      calls: numbers.map((n) => callOf(n)),
      hasMore: index < pages.length - 1,
      nextCursor: null,
    })),
    pageParams: pages.map(() => null),
  };
}

const entryOf = (ordinal: number, message: string): TranscriptEntry => ({
  ordinal,
  speaker: 'agent',
  message,
  timestamp: '2026-10-13T10:00:00.000Z',
  interrupted: false,
});

function detailOf(n: number, more: Partial<CallDetail> = {}): CallResult {
  const details = {
    transcript: [],
    turns: [],
    knowledge: [],
    toolCalls: [],
    outcomes: null,
    followUps: [],
    contacts: [],
    contactId: null,
    templateId: null,
  };
  return { call: { ...callOf(n), ...details, ...more } };
}

let client: QueryClient;
let sync: CallCacheSync;
let stopSync: () => void;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  sync = createCallCacheSync(client);
  stopSync = sync.start();
});
afterEach(() => {
  stopSync();
  client.clear();
});

const listed = () =>
  client.getQueryData<CallPages>(queryKeys.calls)?.pages.map(({ calls }) => calls.map(({ _id }) => _id));
const shown = (n: number) => client.getQueryData<CallResult>(queryKeys.call(idOf(n)))?.call;

describe('the list', () => {
  test('a changed call is updated in place', () => {
    client.setQueryData(queryKeys.calls, pagesOf([5, 4], [3, 2]));
    sync.apply({ type: 'call.changed', call: callOf(3, { status: 'completed', duration: 42 }) });
    expect(client.getQueryData<CallPages>(queryKeys.calls)?.pages[1]?.calls[0]).toMatchObject({
      status: 'completed',
      duration: 42,
    });
    expect(listed()).toEqual([[5, 4].map(idOf), [3, 2].map(idOf)]);
  });

  test.each([
    ['a newer call is inserted first', [[5, 4], [2]], 9, [[9, 5, 4], [2]]],
    ['a call in between is inserted in order', [[5, 3], [2]], 4, [[5, 4, 3], [2]]],
    ['a call older than all is appended to a fully loaded list', [[5, 4]], 1, [[5, 4, 1]]],
    ['the first call is inserted into an empty list', [[]], 1, [[1]]],
  ])('%s', (_, before, arriving, after) => {
    client.setQueryData(queryKeys.calls, pagesOf(...before));
    sync.apply({ type: 'call.changed', call: callOf(arriving) });
    expect(listed()).toEqual(after.map((numbers) => numbers.map(idOf)));
  });

  test('a call older than the loaded ones is not inserted', () => {
    const before = pagesOf([5, 4]);
    for (const page of before.pages) page.hasMore = true;
    client.setQueryData(queryKeys.calls, before);
    sync.apply({ type: 'call.changed', call: callOf(1) });
    expect(listed()).toEqual([[5, 4].map(idOf)]);
  });

  test('a removed call is removed', () => {
    client.setQueryData(queryKeys.calls, pagesOf([5, 4], [3]));
    sync.apply({ type: 'call.removed', callId: idOf(4) });
    expect(listed()).toEqual([[idOf(5)], [idOf(3)]]);
  });

  test('rows that did not change keep their identity, so that they are not rendered again', () => {
    client.setQueryData(queryKeys.calls, pagesOf([5, 4]));
    const before = client.getQueryData<CallPages>(queryKeys.calls)?.pages[0]?.calls[1];
    sync.apply({ type: 'call.changed', call: callOf(5, { status: 'busy' }) });
    expect(client.getQueryData<CallPages>(queryKeys.calls)?.pages[0]?.calls[1]).toBe(before);
  });
});

describe('the open call', () => {
  test('keeps its transcript when its status changes', () => {
    client.setQueryData(queryKeys.call(idOf(1)), detailOf(1, { transcript: [entryOf(0, 'Hello.')] }));
    sync.apply({ type: 'call.changed', call: callOf(1, { status: 'in-progress' }) });
    expect(shown(1)).toMatchObject({ status: 'in-progress', transcript: [entryOf(0, 'Hello.')] });
  });

  test('orders transcript entries and replaces an entry that arrives again', () => {
    client.setQueryData(queryKeys.call(idOf(1)), detailOf(1));
    for (const entry of [entryOf(0, 'a'), entryOf(2, 'c'), entryOf(1, 'b'), entryOf(0, 'A')]) {
      sync.apply({ type: 'transcript.added', callId: idOf(1), entry });
    }
    expect(shown(1)?.transcript.map(({ message }) => message)).toEqual(['A', 'b', 'c']);
  });

  test('does not go back to an earlier status that arrives late', () => {
    client.setQueryData(queryKeys.call(idOf(1)), detailOf(1, { status: 'completed' }));
    sync.apply({ type: 'call.changed', call: callOf(1, { status: 'ringing' }) });
    expect(shown(1)?.status).toBe('completed');
  });

  test('an unconfirmed call can become live again', () => {
    client.setQueryData(queryKeys.call(idOf(1)), detailOf(1, { status: 'failed', reason: 'unconfirmed' }));
    sync.apply({ type: 'call.changed', call: callOf(1, { status: 'in-progress' }) });
    expect(shown(1)?.status).toBe('in-progress');
  });

  test('is fetched again when it is over, for its last entries and timings', async () => {
    const ask = vi.fn(async () => detailOf(1, { status: 'in-progress' }));
    const observer = new QueryObserver(client, { queryKey: queryKeys.call(idOf(1)), queryFn: ask });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(shown(1)).toBeDefined());
    sync.apply({ type: 'call.changed', call: callOf(1, { status: 'completed' }) });
    sync.apply({ type: 'call.changed', call: callOf(1, { status: 'completed', summary: 'Done.' }) });
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe('the open call and its follow-ups', () => {
  const of = (more: object) => followUpOf(1, { callId: idOf(1), ...more });
  const changed = (more: object) => sync.apply({ type: 'follow-up.changed', followUp: of(more) });

  test('has a new one, and a changed one, but not an older state of it', () => {
    client.setQueryData(queryKeys.call(idOf(1)), detailOf(1));
    changed({});
    changed({ revision: 3, note: 'Called.' });
    changed({ revision: 2 });
    expect(shown(1)?.followUps).toEqual([of({ revision: 3, note: 'Called.' })]);
  });

  test('shows none to somebody who may not see them', () => {
    client.setQueryData(queryKeys.call(idOf(1)), detailOf(1, { followUps: null }));
    changed({});
    expect(shown(1)?.followUps).toBeNull();
  });

  test.each([
    ['a tool was used', () => sync.apply({ type: 'tool-call.changed', callId: idOf(1) })],
    ['its outcome was read', () => sync.apply({ type: 'outcome.changed', callId: idOf(1) })],
    ['it is back after it was deleted', () => sync.apply({ type: 'call.changed', call: callOf(1) })],
  ])('is fetched again when %s', async (_, act) => {
    const ask = vi.fn<() => Promise<CallResult>>(async () => ({ call: null }));
    const observer = new QueryObserver(client, { queryKey: queryKeys.call(idOf(1)), queryFn: ask });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(shown(1)).toBeNull());
    act();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    stop();
  });
});

describe('a response in flight', () => {
  test('does not undo events that arrived before it', async () => {
    let answer: (data: CallResult) => void = () => {};
    const fetching = client.fetchQuery({
      queryKey: queryKeys.call(idOf(1)),
      queryFn: () => new Promise<CallResult>((resolve) => (answer = resolve)),
    });
    await Promise.resolve();
    sync.apply({ type: 'call.changed', call: callOf(1, { status: 'in-progress' }) });
    sync.apply({ type: 'transcript.added', callId: idOf(1), entry: entryOf(0, 'Hello.') });
    answer(detailOf(1, { status: 'ringing' }));
    await fetching;
    expect(shown(1)).toMatchObject({ status: 'in-progress', transcript: [entryOf(0, 'Hello.')] });
  });

  test('is asked for again where its list changed before it arrived, also the first one', async () => {
    const answers: ((data: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
    const observer = new QueryObserver(client, { queryKey: queryKeys.templates, queryFn });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    sync.apply({ type: 'list.changed', list: 'templates' });
    answers[0]?.('before');
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.('after');
    await vi.waitFor(() => expect(client.getQueryData(queryKeys.templates)).toBe('after'));
    stop();
  });
});

describe('after a gap', () => {
  test.each([
    ['reported by the stream', () => sync.apply({ type: 'refetch' })],
    ['noticed by the page', () => sync.catchUp()],
  ])('%s, what is shown is fetched again and the rest is dropped', async (_, act) => {
    const ask = vi.fn(async () => detailOf(1));
    const observer = new QueryObserver(client, { queryKey: queryKeys.call(idOf(1)), queryFn: ask });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(shown(1)).toBeDefined());
    client.setQueryData(queryKeys.calls, pagesOf([2]));
    act();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    expect(listed()).toBeUndefined();
    stop();
  });

  test('a request in flight is not cancelled, and then repeated', async () => {
    const answers: ((data: CallResult) => void)[] = [];
    const ask = vi.fn(() => new Promise<CallResult>((resolve) => answers.push(resolve)));
    const observer = new QueryObserver(client, { queryKey: queryKeys.call(idOf(1)), queryFn: ask });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    sync.catchUp();
    answers[0]?.(detailOf(1, { status: 'ringing' }));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(shown(1)?.status).toBe('ringing');
    answers[1]?.(detailOf(1, { status: 'completed' }));
    await vi.waitFor(() => expect(shown(1)?.status).toBe('completed'));
    stop();
  });

  test('what waits for another response is fetched when that has arrived', async () => {
    const ask = vi.fn(async () => 'after');
    const queryKey = [...queryKeys.webhooks, 'latest'];
    const options = {
      ...{ queryKey, queryFn: ask, initialData: 'before', initialDataUpdatedAt: 0 },
      staleTime: Number.POSITIVE_INFINITY,
    };
    const observer = new QueryObserver(client, { ...options, enabled: false });
    const stop = observer.subscribe(() => {});
    sync.catchUp();
    expect(ask).not.toHaveBeenCalled();
    observer.setOptions({ ...options, enabled: true });
    await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('after'));
    expect(ask).toHaveBeenCalledTimes(1);
    stop();
  });

  test('a response requested after the last change is not fetched again', async () => {
    const ask = vi.fn(async () => detailOf(1));
    const observer = new QueryObserver(client, { queryKey: queryKeys.call(idOf(1)), queryFn: ask });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(shown(1)).toBeDefined());
    sync.catchUp(60_000);
    expect(shown(1)).toBeDefined();
    expect(client.isFetching()).toBe(0);
    sync.catchUp(0);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    stop();
  });

  test('loading one more page does not count as fetching the first one again', async () => {
    vi.useFakeTimers();
    const ask = vi.fn(async () => ({ calls: [], hasMore: true, nextCursor: idOf(1) }));
    const observer = new InfiniteQueryObserver(client, {
      queryKey: queryKeys.calls,
      queryFn: ask,
      initialPageParam: null,
      getNextPageParam: () => null as never,
    });
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1_000);
    await observer.fetchNextPage();
    const asked = ask.mock.calls.length;
    sync.catchUp(500);
    await vi.advanceTimersByTimeAsync(0);
    expect(ask.mock.calls.length).toBeGreaterThan(asked);
    stop();
    vi.useRealTimers();
  });

  test('time counts while the computer sleeps and its monotonic clock stands still', async () => {
    const ask = vi.fn(async () => detailOf(1));
    const observer = new QueryObserver(client, { queryKey: queryKeys.call(idOf(1)), queryFn: ask });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(shown(1)).toBeDefined());
    const wall = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
    sync.catchUp(60_000);
    wall.mockRestore();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    stop();
  });

  test('failed requests of any kind are repeated', async () => {
    const ask = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('away'));
    const observer = new QueryObserver(client, { queryKey: queryKeys.templates, queryFn: ask });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(client.getQueryState(queryKeys.templates)?.status).toBe('error'));
    sync.catchUp(60_000);
    await vi.waitFor(() => expect(client.getQueryData(queryKeys.templates)).toBe('here'));
    stop();
  });
});
