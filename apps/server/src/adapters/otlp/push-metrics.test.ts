import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { pushMetrics } from './push-metrics.ts';

const target = { url: 'http://collector.test/v1/metrics', headers: { 'x-key': 'k' }, everyMs: 60_000 };

afterEach(() => vi.restoreAllMocks());

function harness(
  answer: () => Promise<Response>,
  message: () => Promise<object> = async () => ({ hello: 1 }),
) {
  const clock = new ManualClock();
  const warn = vi.fn();
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  const log = { warn, info: vi.fn(), debug: vi.fn(), error: vi.fn() };
  const pushing = pushMetrics(target, {
    ...{ clock, log: log as never, fetch: fetch as never },
    message,
  });
  /** Waits until the message is done: the next one is planned by then. */
  const round = async (ms = 60_000) => {
    const sent = fetch.mock.calls.length;
    clock.advance(ms);
    await vi.waitFor(() => {
      expect(fetch).toHaveBeenCalledTimes(sent + 1);
      expect(clock.pendingTimers).toBe(1);
    });
  };
  return { clock, warn, fetch, pushing, round };
}

test('MT6: metrics are sent at each interval, with the headers, and none after the end', async () => {
  const { clock, warn, fetch, pushing, round } = harness(async () => new Response('{}'));
  await round();
  await round();
  expect(fetch.mock.calls[0]?.[0]).toBe(target.url);
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'x-key': 'k', 'content-type': 'application/json' },
    body: '{"hello":1}',
    redirect: 'manual',
  });
  pushing.stop();
  clock.advance(600_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(warn).not.toHaveBeenCalled();
});

test('MT6: a receiver that refuses or is away is logged once an hour, and tried at each interval', async () => {
  let n = 0;
  const { warn, round } = harness(async () => {
    n += 1;
    if (n % 2 === 0) throw new TypeError('fetch failed');
    return new Response('', { status: 503 });
  });
  for (let rounds = 0; rounds < 60; rounds += 1) await round();
  expect(warn).toHaveBeenCalledTimes(1);
  await round();
  expect(warn).toHaveBeenCalledTimes(2);
});

test('MT6: one message at a time: while a receiver is slow, no other is sent', async () => {
  let finish = () => {};
  const { clock, fetch } = harness(
    () =>
      new Promise((done) => {
        finish = () => done(new Response('{}'));
      }),
  );
  clock.advance(60_000);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  clock.advance(600_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  finish();
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(1));
});

test('MT6: a message that is not composed within the time is given up and logged, and the next one is sent', async () => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
  const message = vi.fn(async (): Promise<object> => ({ hello: 2 }));
  message.mockReturnValueOnce(new Promise(() => {}));
  const { clock, warn, fetch, round } = harness(async () => new Response('{}'), message);
  clock.advance(60_000);
  expect(message).toHaveBeenCalledTimes(1);
  expect(timeout).toHaveBeenCalledWith(10_000);
  expect(clock.pendingTimers).toBe(0);
  time.abort(new DOMException('too late', 'TimeoutError'));
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(1));
  expect(warn).toHaveBeenCalledTimes(1);
  expect(fetch).not.toHaveBeenCalled();
  await round();
  expect(fetch.mock.calls[0]?.[1].body).toBe('{"hello":2}');
});
