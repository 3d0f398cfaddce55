import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { AuditReading, StoreReadings } from '../../ports/audit-log.ts';
import { ReadRecorder } from './read-recorder.ts';

const reading = (n: number): AuditReading => ({
  ...{ tenantId: 'one', actor: 'kit', actorKind: 'person', address: null, action: 'call.read' },
  ...{ subject: `call-${n}`, data: {}, at: n },
});

/** Advances, and lets what the timers began come to its end. */
async function advance(clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

function recording(store: StoreReadings) {
  const clock = new ManualClock();
  const warn = vi.fn();
  const error = vi.fn();
  const log = { debug: () => {}, info: () => {}, warn, error };
  return { clock, warn, error, recorder: new ReadRecorder({ store, clock, log }) };
}

test('AU5: readings of half a second are stored together, in their order', async () => {
  const store = vi.fn<StoreReadings>(async () => {});
  const { clock, recorder } = recording(store);
  for (let n = 1; n <= 3; n += 1) recorder.add(reading(n));
  await advance(clock, 499);
  expect(store).not.toHaveBeenCalled();
  await advance(clock, 1);
  expect(store.mock.calls.map(([readings]) => readings.map(({ subject }) => subject))).toEqual([
    ['call-1', 'call-2', 'call-3'],
  ]);
  recorder.add(reading(4));
  await advance(clock, 500);
  expect(store).toHaveBeenCalledTimes(2);
});

test('AU5: readings that come while others are stored are not stored a few at a time', async () => {
  let next = 10;
  const store = vi.fn<StoreReadings>(async () => {
    for (let n = 0; n < 3; n += 1) recorder.add(reading(next++));
  });
  const { clock, recorder } = recording(store);
  for (let n = 1; n <= 3; n += 1) recorder.add(reading(n));
  await advance(clock, 500);
  expect(store).toHaveBeenCalledTimes(1);
  await advance(clock, 499);
  expect(store).toHaveBeenCalledTimes(1);
  await advance(clock, 1);
  expect(store.mock.calls.map(([readings]) => readings.length)).toEqual([3, 3]);
});

test('AU5: readings whose time is over while others are stored slowly are stored right after them', async () => {
  const begun: [number, string[]][] = [];
  const { clock, recorder } = recording(async (readings) => {
    begun.push([clock.time(), readings.map(({ subject }) => subject)]);
    await new Promise<void>((resolve) => void clock.after(700, resolve));
  });
  const from = clock.time();
  recorder.add(reading(1));
  await advance(clock, 500);
  recorder.add(reading(2));
  for (let n = 0; n < 14; n += 1) await advance(clock, 100);
  expect(begun).toEqual([
    [from + 500, ['call-1']],
    [from + 1_200, ['call-2']],
  ]);
});

test('AU5: a server that stops stores what is waiting', async () => {
  const store = vi.fn<StoreReadings>(async () => {});
  const { recorder } = recording(store);
  recorder.add(reading(1));
  await recorder.stop();
  expect(store).toHaveBeenCalledTimes(1);
});

test('AU5: readings that cannot be stored are kept and tried again; what is lost is counted', async () => {
  let isAway = true;
  const stored: string[] = [];
  const { clock, recorder, warn, error } = recording(async (readings) => {
    if (isAway) throw new Error('away');
    stored.push(...readings.map(({ subject }) => subject));
  });
  for (let n = 1; n <= 20_005; n += 1) recorder.add(reading(n));
  await advance(clock, 500);
  expect(warn).toHaveBeenCalledTimes(1);
  isAway = false;
  await advance(clock, 500);
  expect(stored).toHaveLength(20_000);
  expect([stored[0], stored.at(-1)]).toEqual(['call-6', 'call-20005']);
  expect(error).toHaveBeenCalledWith({ lost: 5 }, expect.any(String));
});
