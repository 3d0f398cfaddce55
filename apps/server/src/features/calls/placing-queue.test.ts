import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { PlacingQueue } from './placing-queue.ts';

/** Work that ends when it is told to. */
function jobs() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await turn();
    },
  };
}

const options = { concurrency: 1, maxWaiting: 10, maxWaitMs: 10_000 };

test('no more calls are placed at once than allowed', async () => {
  const queue = new PlacingQueue(new ManualClock(), { ...options, concurrency: 2 });
  const { begun, work, end } = jobs();
  const all = ['a', 'b', 'c'].map((name) => queue.run('one', work(name)));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  await end('c');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

test('a tenant that places hundreds of calls does not make another wait for all of them', async () => {
  const queue = new PlacingQueue(new ManualClock(), options);
  const { begun, work, end } = jobs();
  for (const name of ['a1', 'a2', 'a3']) void queue.run('a', work(name));
  for (const name of ['b1', 'b2']) void queue.run('b', work(name));
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('work that fails makes room for the next', async () => {
  const queue = new PlacingQueue(new ManualClock(), options);
  const failing = queue.run('one', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await queue.run('one', async () => 'next')).toBe('next');
});

const busy = { code: 'server_busy', retryAfterSeconds: expect.any(Number) };

test('a request that waits too long is refused with a time to retry, and never runs', async () => {
  const clock = new ManualClock();
  const queue = new PlacingQueue(clock, options);
  const { begun, work, end } = jobs();
  void queue.run('one', work('first'));
  const late = expect(queue.run('one', work('late'))).rejects.toMatchObject(busy);
  clock.advance(10_000);
  await late;
  await end('first');
  expect(begun).toEqual(['first']);
  void queue.run('one', work('next'));
  expect(begun).toEqual(['first', 'next']);
});

test('a full queue refuses further requests', async () => {
  const queue = new PlacingQueue(new ManualClock(), { ...options, maxWaiting: 1 });
  const { begun, work, end } = jobs();
  void queue.run('one', work('a'));
  void queue.run('one', work('b'));
  await expect(queue.run('two', work('c'))).rejects.toMatchObject(busy);
  await end('a');
  await end('b');
  expect(begun).toEqual(['a', 'b']);
});
