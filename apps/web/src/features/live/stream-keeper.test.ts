import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepStream, type OpenedStream, renewAfter, type StreamKeeper, waitBefore } from './stream-keeper.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  keeper?.stop();
  vi.useRealTimers();
});

let keeper: StreamKeeper | null = null;

interface Opening {
  signal: AbortSignal;
  succeed: (lifetimeMs?: number) => void;
  fail: () => void;
  end: () => void;
}

/** A keeper whose streams open and end when the test says so. */
function keep() {
  const openings: Opening[] = [];
  const told: string[] = [];
  keeper = keepStream({
    random: () => 1,
    onConnected: () => told.push('connected'),
    onAway: () => told.push('away'),
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
  return { openings, told };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function opening(openings: Opening[], index: number): Promise<Opening> {
  await pass(0);
  const found = openings[index];
  if (found === undefined) throw new Error(`there are only ${openings.length} streams`);
  return found;
}

describe('a kept stream', () => {
  test('is opened at once and told of', async () => {
    const { openings, told } = keep();
    (await opening(openings, 0)).succeed();
    await pass(0);
    expect(told).toEqual(['connected']);
  });

  test('is opened again at once when a good one ends, and told of as a gap', async () => {
    const { openings, told } = keep();
    const first = await opening(openings, 0);
    first.succeed();
    await pass(6_000);
    first.end();
    (await opening(openings, 1)).succeed();
    await pass(0);
    expect(told).toEqual(['connected', 'away', 'connected']);
  });

  test('waits longer after each failure, up to half a minute', async () => {
    const { openings } = keep();
    for (const [index, wait] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      (await opening(openings, index)).fail();
      await pass(wait - 1);
      expect(openings).toHaveLength(index + 1);
      await pass(1);
      expect(openings).toHaveLength(index + 2);
    }
  });

  test('a stream that ends at once counts as a failure, so nobody is hammered', async () => {
    const { openings } = keep();
    const first = await opening(openings, 0);
    first.succeed();
    await pass(10);
    first.end();
    await pass(499);
    expect(openings).toHaveLength(1);
    await pass(1);
    expect(openings).toHaveLength(2);
  });

  test('tries at once when it is woken', async () => {
    const { openings } = keep();
    (await opening(openings, 0)).fail();
    await pass(0);
    keeper?.wake();
    await pass(0);
    expect(openings).toHaveLength(2);
  });

  test('gives up on an opening that takes ten seconds', async () => {
    const { openings } = keep();
    const first = await opening(openings, 0);
    await pass(10_000);
    expect(first.signal.aborted).toBe(true);
    await pass(500);
    expect(openings).toHaveLength(2);
  });
});

describe('before the token ends', () => {
  test('the next stream is opened first, without a word of a gap; the old one is read a moment longer', async () => {
    const { openings, told } = keep();
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
    expect(told).toEqual(['connected']);
    await pass(47_000);
    expect(openings).toHaveLength(3);
  });

  test('when the next one cannot be opened, the old one is read to its end', async () => {
    const { openings, told } = keep();
    const first = await opening(openings, 0);
    first.succeed(60_000);
    await pass(48_000);
    (await opening(openings, 1)).fail();
    await pass(5_000);
    expect(told).toEqual(['connected']);
    first.end();
    (await opening(openings, 2)).succeed(60_000);
    await pass(0);
    expect(told).toEqual(['connected', 'away', 'connected']);
  });
});

test('a stopped keeper closes its stream and opens no other', async () => {
  const { openings } = keep();
  const first = await opening(openings, 0);
  first.succeed(1_000);
  await pass(0);
  keeper?.stop();
  await pass(60_000);
  expect(first.signal.aborted).toBe(true);
  expect(openings).toHaveLength(1);
});

test('waits and lives in figures', () => {
  expect([0, 1, 2, 20].map((attempt) => waitBefore(attempt, () => 0))).toEqual([0, 250, 500, 15_000]);
  expect(renewAfter(60_000)).toBe(48_000);
  expect(renewAfter(0)).toBe(Number.POSITIVE_INFINITY);
});
