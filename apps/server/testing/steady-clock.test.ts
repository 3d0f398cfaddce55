import { expect, test } from 'vitest';
import { SteadyClock } from './steady-clock.ts';

/** Blocks this process, as a busy machine does. */
function hold(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('time does not pass while the process is blocked', async () => {
  const clock = new SteadyClock();
  const before = clock.time();
  hold(200);
  expect(clock.time() - before).toBeLessThanOrEqual(5);
});

test('timers fire in order, however late the process runs them', async () => {
  const clock = new SteadyClock();
  const order: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  clock.after(20, () => {
    order.push('second');
    resolve();
  });
  clock.after(5, () => order.push('first'));
  clock.after(1, () => order.push('never'))();
  hold(100);
  await done;
  expect(order).toEqual(['first', 'second']);
});

test('a carrier at another speed shares the clock, and closing it cancels its timers', async () => {
  const clock = new SteadyClock();
  const lab = clock.atSpeed(10);
  const heard: string[] = [];
  lab.after(1_000, () => heard.push('forgotten'));
  lab.close();
  const { promise, resolve } = Promise.withResolvers<void>();
  lab.after(100, () => {
    heard.push('ten milliseconds later');
    resolve();
  });
  const before = clock.time();
  await promise;
  expect(clock.time() - before).toBeGreaterThanOrEqual(9);
  expect(lab.now() - clock.time()).toBeLessThanOrEqual(1);
  expect(heard).toEqual(['ten milliseconds later']);
});
