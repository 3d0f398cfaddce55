import { type LiveEvent, type Permission, permissionsOf } from '@parley/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { Caller } from '../../ports/caller.ts';
import type { LiveFeed, LiveListener, LiveNotice } from '../../ports/live-events.ts';
import { LiveHub } from './hub.ts';

/** A database whose answers the test gives by hand. */
class HandFeed implements LiveFeed {
  listener: LiveListener | null = null;
  readonly asked: { notice: LiveNotice; answer: (event: LiveEvent | Error | null) => void }[] = [];

  async listen(listener: LiveListener) {
    this.listener = listener;
    return { close: async () => {} };
  }

  read(notice: LiveNotice) {
    return new Promise<LiveEvent | null>((resolve, reject) => {
      this.asked.push({
        notice,
        answer: (event) => (event instanceof Error ? reject(event) : resolve(event)),
      });
    });
  }

  notify(callId: string, tenantId = 'one'): void {
    this.listener?.onNotice({ kind: 'changed', tenantId, callId });
  }
}

let feed: HandFeed;
let hub: LiveHub;
const clock = new ManualClock();

beforeEach(async () => {
  feed = new HandFeed();
  hub = new LiveHub({
    feed,
    clock,
    monotonic: () => clock.time(),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  await hub.start();
});

function caller(tenantId = 'one', permissions: readonly Permission[] = permissionsOf.viewer): Caller {
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  return { userId: 'kit', tenantId, permissions, displayName: 'Kit', email: null, expiresAt };
}

function open(tenantId?: string, permissions?: readonly Permission[]) {
  const stream = hub.open(caller(tenantId, permissions), new AbortController().signal);
  let text = '';
  stream.readable.on('data', (chunk) => {
    text += chunk;
  });
  return {
    seen: () =>
      [...text.matchAll(/"callId":"(\w+)"|"type":"(refetch)"|"list":"(\w+)"/g)].map(([, ...found]) =>
        found.find((one) => one !== undefined),
      ),
  };
}

const removed = (callId: string): LiveEvent => ({ type: 'call.removed', callId });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('events leave in the order in which things happened, though reading takes its time', async () => {
  const page = open();
  feed.notify('a');
  feed.notify('b');
  expect(feed.asked).toHaveLength(1);
  feed.asked[0]?.answer(removed('a'));
  await settle();
  feed.asked[1]?.answer(removed('b'));
  await settle();
  expect(page.seen()).toEqual(['a', 'b']);
});

test('many changes that wait are read once', async () => {
  const page = open();
  for (const id of ['a', 'b', 'b', 'b', 'c', 'b']) feed.notify(id);
  for (let n = 0; n < feed.asked.length; n += 1) {
    const { notice, answer } = feed.asked[n] ?? {};
    answer?.(removed(notice !== undefined && 'callId' in notice ? notice.callId : ''));
    await settle();
  }
  expect(page.seen()).toEqual(['a', 'b', 'c']);
});

test('a slow tenant does not hold up another', async () => {
  const one = open('one');
  const two = open('two');
  feed.notify('a', 'one');
  feed.notify('b', 'two');
  feed.asked[1]?.answer(removed('b'));
  await settle();
  expect(two.seen()).toEqual(['b']);
  expect(one.seen()).toEqual([]);
});

test('a campaign that changes all the time is told once a second', async () => {
  open();
  const change = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      feed.listener?.onNotice({ kind: 'campaign', tenantId: 'one', campaignId: 'c' });
      feed.asked.at(-1)?.answer(null);
      await settle();
    }
  };
  await change(5);
  expect(feed.asked).toHaveLength(1);
  // What came meanwhile is told once, and then nothing.
  clock.advance(1_000);
  expect(feed.asked).toHaveLength(2);
  feed.asked.at(-1)?.answer(null);
  await settle();
  clock.advance(5_000);
  expect(feed.asked).toHaveLength(2);
  await change(1);
  expect(feed.asked).toHaveLength(3);
});

test('without an open page nothing is read', () => {
  open('two');
  feed.notify('a', 'one');
  expect(feed.asked).toEqual([]);
});

test('what cannot be read is fetched again by the page', async () => {
  const page = open();
  feed.notify('a');
  feed.notify('b');
  feed.asked[0]?.answer(new Error('the database is away'));
  await settle();
  feed.asked[1]?.answer(removed('b'));
  await settle();
  expect(page.seen()).toEqual(['refetch', 'b']);
});

test('after a gap every page fetches again', async () => {
  const pages = [open('one'), open('two')];
  feed.listener?.onGap();
  await settle();
  for (const page of pages) expect(page.seen()).toEqual(['refetch']);
});

test('PM6: an event reaches only those who may read what it tells', async () => {
  const pages = {
    viewer: open(),
    calls: open('one', ['calls.read']),
    templates: open('one', ['templates.read']),
    nothing: open('one', []),
  };
  feed.notify('a');
  feed.listener?.onNotice({ kind: 'listed', tenantId: 'one', list: 'templates' });
  feed.listener?.onNotice({ kind: 'listed', tenantId: 'one', list: 'agents' });
  const events: LiveEvent[] = [
    removed('a'),
    { type: 'list.changed', list: 'templates' },
    { type: 'list.changed', list: 'agents' },
  ];
  for (const [index, event] of events.entries()) {
    feed.asked[index]?.answer(event);
    await settle();
  }
  feed.listener?.onGap();
  await settle();
  expect(Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, page.seen()]))).toEqual({
    viewer: ['a', 'templates', 'agents', 'refetch'],
    calls: ['a', 'refetch'],
    templates: ['templates', 'refetch'],
    nothing: ['refetch'],
  });
});

describe('a page that opens is told how long nothing has happened', () => {
  const quietMs = (tenantId?: string) => {
    const { readable } = hub.open(caller(tenantId), new AbortController().signal);
    return Number(/"quietMs":(\d+)/.exec(String(readable.read()))?.[1]);
  };

  test('since the last change of its own tenant, whether or not anybody listened', () => {
    clock.advance(5_000);
    expect(quietMs('one')).toBe(5_000);
    feed.notify('a', 'one');
    clock.advance(1_000);
    feed.notify('b', 'two');
    clock.advance(500);
    expect([quietMs('one'), quietMs('two'), quietMs('three')]).toEqual([1_500, 500, 6_500]);
  });

  test('and never of a time without a connection', () => {
    clock.advance(5_000);
    feed.listener?.onGap();
    clock.advance(200);
    expect(quietMs('one')).toBe(200);
  });

  test('nor of one before the server listened', () => {
    hub = new LiveHub({
      feed,
      clock,
      monotonic: () => clock.time(),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    clock.advance(5_000);
    expect(quietMs('one')).toBe(0);
  });
});

test('what only this server knows is told to the pages that are open here, of that tenant alone', async () => {
  const [one, two] = [open('one'), open('two')];
  hub.notify('one', { type: 'list.changed', list: 'connections' });
  await settle();
  expect([one.seen(), two.seen()]).toEqual([['connections'], []]);
});
