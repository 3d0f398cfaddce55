import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { ScheduleStore, TakenSchedule } from '../ports/jobs.ts';
import { Scheduler } from './scheduler.ts';

const due = (id: number): TakenSchedule => ({
  ...{ id, tenantId: null, queue: 'maintenance', key: `key-${id}`, dueAt: new Date(0) },
});

function harness(takeDue: ScheduleStore['takeDue']) {
  const clock = new ManualClock();
  const logged: string[] = [];
  const log = {
    ...{ debug() {}, info() {} },
    warn: (_: object, message: string) => void logged.push(`warn: ${message}`),
    error: (_: object, message: string) => void logged.push(`error: ${message}`),
  };
  const store: ScheduleStore = { put: async () => {}, remove: async () => true, takeDue };
  const scheduler = new Scheduler({ store, clock, log });
  const pass = async (ms: number) => {
    clock.advance(ms);
    for (let n = 0; n < 5; n += 1) await turn();
  };
  return { scheduler, clock, logged, pass };
}

test('SJ2 looks at once and every five seconds, until it stops', async () => {
  const looked: number[] = [];
  const { scheduler, clock, pass } = harness(async (now) => {
    looked.push(now.getTime());
    return null;
  });
  const start = clock.time();
  scheduler.start();
  await pass(0);
  await pass(4_999);
  expect(looked).toEqual([start]);
  await pass(1);
  await pass(5_000);
  expect(looked).toEqual([start, start + 5_000, start + 10_000]);
  await scheduler.stop();
  await pass(60_000);
  expect(looked).toHaveLength(3);
  expect(clock.pendingTimers).toBe(0);
});

test('SJ6 a schedule that cannot be sent is left out for this round, and the others are sent', async () => {
  const asked: (readonly number[])[] = [];
  const waiting = [due(1), { ...due(2), error: new Error('no queue') }, due(3)];
  const { scheduler, logged } = harness(async (_, leftOut) => {
    asked.push([...leftOut]);
    return waiting.shift() ?? null;
  });
  await scheduler.sendDue();
  expect(asked).toEqual([[], [], [2], [2]]);
  expect(logged).toEqual(['error: scheduled job could not be sent; will be retried']);
});

test('SJ4 while the database is away it goes on looking, and says so once', async () => {
  let away = true;
  let sent = 0;
  const { scheduler, logged, pass } = harness(async () => {
    if (away) throw new Error('The database is not available right now.');
    sent += 1;
    return null;
  });
  scheduler.start();
  for (let n = 0; n < 4; n += 1) await pass(5_000);
  expect(logged).toEqual(['warn: schedules could not be read; they are read again at intervals']);
  away = false;
  await pass(5_000);
  expect(sent).toBe(1);
  away = true;
  await pass(5_000);
  expect(logged).toHaveLength(2);
  await scheduler.stop();
});
