import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import { healthTimes, type LocalModel, ModelHealth } from './model-health.ts';

const local: LocalModel = { tenantId: 'a', id: 'm1', url: 'http://127.0.0.1:1/v1', model: 'llama3.2' };
let clock: ManualClock;
let up: boolean;
let asked: number;
let connected: boolean;
let changes: string[];
let logged: string[];
let health: ModelHealth;

beforeEach(() => {
  clock = new ManualClock();
  [up, asked, connected, changes, logged] = [true, 0, true, [], []];
  const note = (_fields: object, message: string) => void logged.push(message);
  health = new ModelHealth({
    localModel: (id) => (connected && id === local.id ? local : null),
    answers: async () => {
      asked += 1;
      return up;
    },
    onChange: (tenantId) => void changes.push(tenantId),
    ...{ clock, log: { debug: note, info: note, warn: note, error: note } },
  });
});

/** Lets what was asked be answered. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

test('a model elsewhere is not asked here', async () => {
  expect(await health.probe('elsewhere')).toBe('unknown');
  expect(health.stateOf('elsewhere')).toBe('unknown');
  expect(asked).toBe(0);
});

test('a burst of calls asks once, and again when the answer is old', async () => {
  expect(await Promise.all([health.probe('m1'), health.probe('m1'), health.probe('m1')])).toEqual([
    'up',
    'up',
    'up',
  ]);
  expect(asked).toBe(1);
  clock.advance(healthTimes.fresh - 1);
  await health.probe('m1');
  expect(asked).toBe(1);
  clock.advance(1);
  await health.probe('m1');
  expect(asked).toBe(2);
});

test('a model that stops is known to be down, said once, and found again when it is back', async () => {
  await health.probe('m1');
  up = false;
  clock.advance(healthTimes.fresh);
  expect(await health.probe('m1')).toBe('down');
  expect(health.stateOf('m1')).toBe('down');
  const since = clock.now();
  for (let round = 0; round < 3; round += 1) {
    clock.advance(healthTimes.whileDown);
    await answered();
  }
  expect([changes, logged]).toEqual([['a'], ['the model on this machine does not answer']]);
  expect(health.downSince('m1')).toEqual(since);
  up = true;
  clock.advance(healthTimes.whileDown);
  await answered();
  expect([health.stateOf('m1'), health.downSince('m1')]).toEqual(['up', null]);
  expect(changes).toEqual(['a', 'a']);
  expect(clock.pendingTimers).toBe(0);
});

test('a conversation that gets no answer has the model asked at once, though it answered just before', async () => {
  await health.probe('m1');
  up = false;
  health.failed('m1', 'unreachable');
  await answered();
  expect(health.stateOf('m1')).toBe('down');
});

test('an answer that was refused or cannot be read does not say that the model is down', async () => {
  up = false;
  health.failed('m1', 'refused');
  health.failed('m1', 'unusable');
  await answered();
  expect(asked).toBe(0);
  expect(health.stateOf('m1')).toBe('up');
});

test('a model that is disconnected while it is down is not asked any more', async () => {
  up = false;
  await health.probe('m1');
  connected = false;
  clock.advance(healthTimes.whileDown);
  await answered();
  expect(asked).toBe(1);
  expect(clock.pendingTimers).toBe(0);
  expect(health.stateOf('m1')).toBe('unknown');
});

test('nothing is asked after the end', async () => {
  up = false;
  await health.probe('m1');
  health.close();
  expect(clock.pendingTimers).toBe(0);
});
