import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { Background } from './background.ts';

const task = { task: 'adding to the do-not-call list', callId: 'call' };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function pass(clock: ManualClock, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 10; step += 1) {
    clock.advance(100);
    await turn();
  }
}

test('a task is retried until the database is back after ten seconds', async () => {
  const clock = new ManualClock();
  const back = clock.now().getTime() + 10_000;
  let kept = 0;
  const background = new Background(clock, silent);
  const done = background.retry(task, async () => {
    if (clock.now().getTime() < back) throw new Error('The database is away.');
    kept += 1;
  });
  await pass(clock, 9);
  expect(kept).toBe(0);
  await pass(clock, 2);
  await done;
  expect(kept).toBe(1);
});

test('closing does not wait for a task that keeps failing', async () => {
  const clock = new ManualClock();
  const background = new Background(clock, silent);
  void background.retry(task, () => Promise.reject(new Error('The database is away.')));
  await turn();
  const closed = background.close();
  await pass(clock, 1);
  await closed;
});
