import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import { databaseUnavailable } from '../../../adapters/postgres/unavailable.ts';
import { whileUnavailable } from './while-unavailable.ts';

const away = databaseUnavailable(new Error('away'));
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that fails so often; what it was called with, and how it ended. */
async function run(failures: readonly Error[], untilMs: number) {
  const clock = new ManualClock();
  const attempts: number[] = [];
  const done = whileUnavailable(clock, clock.time() + untilMs, async (attempt) => {
    attempts.push(attempt);
    const failure = failures[attempt];
    if (failure) throw failure;
    return 'done';
  }).catch((err: unknown) => err);
  for (let waited = 0; waited <= untilMs + 1_000; waited += 250) {
    await settle();
    clock.advance(250);
  }
  return { attempts, result: await done };
}

test('CL35: work is repeated while the database is unavailable', async () => {
  expect(await run([away, away], 10_000)).toEqual({ attempts: [0, 1, 2], result: 'done' });
});

test('CL35: no attempt begins after the time is over', async () => {
  const { attempts, result } = await run(Array(100).fill(away), 1_000);
  expect(attempts).toEqual([0, 1, 2, 3, 4]);
  expect(result).toBe(away);
});

test('CL35: another failure is thrown at once', async () => {
  const fault = new Error('a fault of ours');
  expect(await run([away, fault], 10_000)).toEqual({ attempts: [0, 1], result: fault });
});
