import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type OpenedStream,
  openReconnectingStream,
  type ReconnectingStream,
  reconnectDelay,
  renewalDelay,
} from './reconnecting-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stream?.stop();
  vi.useRealTimers();
});

let stream: ReconnectingStream | null = null;

interface Opening {
  signal: AbortSignal;
  succeed: (lifetimeMs?: number) => void;
  fail: () => void;
  end: () => void;
}

/** Streams that open and end when the test says so. */
function start() {
  const openings: Opening[] = [];
  const reported: string[] = [];
  stream = openReconnectingStream({
    random: () => 1,
    onConnected: () => reported.push('connected'),
    onDisconnected: () => reported.push('disconnected'),
    open: (signal) => {
      const opened = Promise.withResolvers<OpenedStream>();
      const ended = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => {
        opened.reject(signal.reason);
        ended.reject(signal.reason);
      });
      ended.promise.catch(() => {});
      openings.push({
        signal,
        succeed: (lifetimeMs = 0) => opened.resolve({ ended: ended.promise, lifetimeMs, quietMs: 0 }),
        fail: () => opened.reject(new Error('no')),
        end: () => ended.resolve(),
      });
      return opened.promise;
    },
  });
  return { openings, reported };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function opening(openings: Opening[], index: number): Promise<Opening> {
  await pass(0);
  const found = openings[index];
  if (found === undefined) throw new Error(`there are only ${openings.length} streams`);
  return found;
}

describe('a reconnecting stream', () => {
  test('is opened at once and reported as connected', async () => {
    const { openings, reported } = start();
    (await opening(openings, 0)).succeed();
    await pass(0);
    expect(reported).toEqual(['connected']);
  });

  test('is opened again at once after a stable one ended, and reported as disconnected in between', async () => {
    const { openings, reported } = start();
    const first = await opening(openings, 0);
    first.succeed();
    await pass(6_000);
    first.end();
    (await opening(openings, 1)).succeed();
    await pass(0);
    expect(reported).toEqual(['connected', 'disconnected', 'connected']);
  });

  test('waits longer after each failure, up to half a minute', async () => {
    const { openings } = start();
    for (const [index, wait] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      (await opening(openings, index)).fail();
      await pass(wait - 1);
      expect(openings).toHaveLength(index + 1);
      await pass(1);
      expect(openings).toHaveLength(index + 2);
    }
  });

  test('a stream that ends at once counts as a failure, so that the server is not flooded', async () => {
    const { openings } = start();
    const first = await opening(openings, 0);
    first.succeed();
    await pass(10);
    first.end();
    await pass(499);
    expect(openings).toHaveLength(1);
    await pass(1);
    expect(openings).toHaveLength(2);
  });

  test('connects at once when told to', async () => {
    const { openings } = start();
    (await opening(openings, 0)).fail();
    await pass(0);
    stream?.reconnectNow();
    await pass(0);
    expect(openings).toHaveLength(2);
  });

  test('gives up on an opening that takes ten seconds', async () => {
    const { openings } = start();
    const first = await opening(openings, 0);
    await pass(10_000);
    expect(first.signal.aborted).toBe(true);
    await pass(500);
    expect(openings).toHaveLength(2);
  });
});

describe('before the token expires', () => {
  test('the next stream is opened first, without a disconnect; the old one is read for one more second', async () => {
    const { openings, reported } = start();
    const first = await opening(openings, 0);
    first.succeed(60_000);
    await pass(48_000);
    const second = await opening(openings, 1);
    expect(first.signal.aborted).toBe(false);
    second.succeed(60_000);
    await pass(999);
    expect(first.signal.aborted).toBe(false);
    await pass(1);
    expect(first.signal.aborted).toBe(true);
    expect(reported).toEqual(['connected']);
    await pass(47_000);
    expect(openings).toHaveLength(3);
  });

  test('when the next one cannot be opened, the old one is read until it ends', async () => {
    const { openings, reported } = start();
    const first = await opening(openings, 0);
    first.succeed(60_000);
    await pass(48_000);
    (await opening(openings, 1)).fail();
    await pass(5_000);
    expect(reported).toEqual(['connected']);
    first.end();
    (await opening(openings, 2)).succeed(60_000);
    await pass(0);
    expect(reported).toEqual(['connected', 'disconnected', 'connected']);
  });
});

test('a stopped stream is closed and not opened again', async () => {
  const { openings } = start();
  const first = await opening(openings, 0);
  first.succeed(1_000);
  await pass(0);
  stream?.stop();
  await pass(60_000);
  expect(first.signal.aborted).toBe(true);
  expect(openings).toHaveLength(1);
});

test('reconnect and renewal delays', () => {
  expect([0, 1, 2, 20].map((attempt) => reconnectDelay(attempt, () => 0))).toEqual([0, 250, 500, 15_000]);
  expect(renewalDelay(60_000)).toBe(48_000);
  expect(renewalDelay(0)).toBe(Number.POSITIVE_INFINITY);
});
