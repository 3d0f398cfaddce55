import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { figuresInTime, figuresTimeoutMs } from './figures-in-time.ts';

function harness() {
  const clock = new ManualClock();
  const answers: PromiseWithResolvers<string>[] = [];
  const read = vi.fn(() => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  return { clock, answers, read, figures: figuresInTime(read, clock) };
}

test('MT1: figures that come in time are told, each time anew', async () => {
  const { clock, answers, read, figures } = harness();
  for (const [n, text] of ['first', 'second'].entries()) {
    const told = figures();
    clock.advance(figuresTimeoutMs - 1);
    answers[n]?.resolve(text);
    expect(await told).toBe(text);
  }
  expect(read).toHaveBeenCalledTimes(2);
  expect(clock.pendingTimers).toBe(0);
});

test('MT1: a database that hangs is told as one that does not answer, and is asked once', async () => {
  const { clock, answers, read, figures } = harness();
  for (let asked = 0; asked < 3; asked += 1) {
    const told = Promise.all([figures(), figures()]);
    clock.advance(figuresTimeoutMs);
    expect(await told).toEqual([null, null]);
  }
  expect(read).toHaveBeenCalledTimes(1);
  const joined = figures();
  answers[0]?.resolve('late');
  expect(await joined).toBe('late');
  const next = figures();
  expect(read).toHaveBeenCalledTimes(2);
  answers[1]?.resolve('again');
  expect(await next).toBe('again');
});

test('MT1: a reading that fails, in time or later, is told as none and ends nothing', async () => {
  const { clock, answers, read, figures } = harness();
  const failed = figures();
  answers[0]?.reject(new Error('away'));
  expect(await failed).toBeNull();
  const late = figures();
  clock.advance(figuresTimeoutMs);
  expect(await late).toBeNull();
  const joined = figures();
  // Unhandled, it would fail the test run.
  answers[1]?.reject(new Error('away'));
  expect(await joined).toBeNull();
  void figures();
  expect(read).toHaveBeenCalledTimes(3);
});
