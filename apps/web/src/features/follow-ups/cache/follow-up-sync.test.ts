import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followUpOf } from '../../../../testing/follow-up.ts';
import type { FollowUp, FollowUpCounts } from '../../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { everythingOpen } from '../filter.ts';
import type { FollowUpPages } from './follow-up-pages.ts';
import { createFollowUpSync } from './follow-up-sync.ts';
import { knownFollowUp, putFollowUp } from './put-follow-up.ts';

let client: QueryClient;
const listKey = queryKeys.followUpList(everythingOpen);
const counts: FollowUpCounts = { open: 2, urgent: 0, mine: 0, snoozed: 0 };

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  client.setQueryData<FollowUpPages>(listKey, {
    pages: [{ followUps: [followUpOf(10), followUpOf(20)], hasMore: false, nextCursor: null }],
    pageParams: [null],
  });
  client.setQueryData(queryKeys.followUpCounts, counts);
});
afterEach(() => {
  vi.useRealTimers();
  client.clear();
});

const listed = () =>
  client
    .getQueryData<FollowUpPages>(listKey)
    ?.pages.flatMap(({ followUps }) => followUps.map(({ id }) => id));
const counted = () => client.getQueryData<FollowUpCounts>(queryKeys.followUpCounts)?.open;
const done = (n: number, revision: number): FollowUp =>
  followUpOf(n, {
    state: 'done',
    revision,
    closed: { by: 'Ben', how: 'person', at: '2026-10-13T11:00:00.000Z' },
  });

describe('what the server answered to a change', () => {
  test('is in the list and in the count at once', () => {
    putFollowUp(client, done(10, 2), 'me');
    expect(listed()).toEqual(['f20']);
    expect(counted()).toBe(1);
  });

  test('is known afterwards, so that Undo names the right revision', () => {
    putFollowUp(client, done(10, 2), 'me');
    expect(knownFollowUp(client, 'f10')?.revision).toBe(2);
    putFollowUp(client, followUpOf(10, { revision: 3 }), 'me');
    expect(listed()).toEqual(['f10', 'f20']);
    expect(counted()).toBe(2);
  });

  test('counts once, although the event says the same', () => {
    putFollowUp(client, done(10, 2), 'me');
    createFollowUpSync(client).patches({ type: 'follow-up.changed', followUp: done(10, 2) });
    expect(counted()).toBe(1);
  });
});

describe('FU10: an event', () => {
  test('counts at once, and the counts are fetched again at most every two seconds', async () => {
    const ask = vi.fn(async () => counts);
    const stop = new QueryObserver(client, {
      queryKey: queryKeys.followUpCounts,
      queryFn: ask,
    }).subscribe(() => {});
    const sync = createFollowUpSync(client);
    for (const n of [10, 20]) {
      const event = { type: 'follow-up.changed', followUp: done(n, 2) } as const;
      sync.patches(event);
      sync.apply?.(event);
    }
    expect(counted()).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
  });

  test('of another kind changes nothing', () => {
    expect(createFollowUpSync(client).patches({ type: 'call.removed', callId: 'c' })).toBeNull();
  });
});
