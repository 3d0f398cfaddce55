import { problemOf } from '@parley/contract';
import { expect, test } from 'vitest';
import { storedMail } from '../../../testing/connections.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { ConnectionSettings, StoredConnection } from '../../ports/connections.ts';
import { createCheckHealth } from './health-job.ts';

const minute = 60_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A store with one connection, and a mail server that works or not. */
function setUp(connection: Partial<StoredConnection> = {}) {
  const clock = new ManualClock();
  let stored = storedMail({ connectedAt: clock.now(), ...connection });
  let works = true;
  let tries = 0;
  const lines: string[] = [];
  const job = createCheckHealth({
    store: {
      load: async () => ({ version: 1n, connections: [stored], calling: [] }),
      markHealth: async (_tenant, _id, code, at) => {
        const failing = code && (stored.failing ?? { code, since: at });
        stored = { ...stored, checkedAt: at, failing: failing && { ...failing, code } };
      },
    },
    tests: {
      mail: async (_connection, secrets, occasion) => {
        tries += 1;
        expect({ secrets, occasion }).toEqual({ secrets: {}, occasion: 'routine' });
        return works ? null : problemOf('mail_unreachable');
      },
    },
    clock,
    log: { ...silent, warn: (_fields: object, text: string) => void lines.push(text) },
  });
  return {
    lines,
    state: () => stored,
    break: () => {
      works = false;
    },
    recover: () => {
      works = true;
    },
    /** What the job tried, a minute after the last one. */
    next: async () => {
      clock.advance(minute);
      const before = tries;
      await job();
      return tries - before;
    },
  };
}

test('CN16: what works is tried every five minutes, what fails every minute', async () => {
  const health = setUp();
  const tried = [];
  for (let count = 0; count < 10; count += 1) tried.push(await health.next());
  expect(tried).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  health.break();
  for (let count = 0; count < 5; count += 1) await health.next();
  expect([await health.next(), await health.next(), await health.next()]).toEqual([1, 1, 1]);
});

test('CN16: one failure is not told, the second in a row is, with since when and why', async () => {
  const health = setUp();
  health.break();
  for (let count = 0; count < 5; count += 1) await health.next();
  expect(health.state().failing).toBeNull();
  await health.next();
  const { failing, checkedAt } = health.state();
  expect(failing).toEqual({ code: 'mail_unreachable', since: checkedAt });
  expect(health.lines).toEqual(['a connection does not work; see Settings, Connections']);
  await health.next();
  expect(health.state().failing).toEqual(failing);
  expect(health.lines).toHaveLength(1);
  health.recover();
  await health.next();
  expect(health.state().failing).toBeNull();
});

test('CN16: two failures with a success between them are not told', async () => {
  const health = setUp();
  for (let count = 0; count < 4; count += 1) await health.next();
  health.break();
  await health.next();
  health.recover();
  await health.next();
  health.break();
  for (let count = 0; count < 5; count += 1) await health.next();
  expect(health.state().failing).toBeNull();
  await health.next();
  expect(health.state().failing).not.toBeNull();
});

test('ended connections and models of this machine are not tried', async () => {
  const local: ConnectionSettings = {
    ...{ version: 1, kind: 'model', provider: 'openai-compatible', model: 'llama3.2' },
    ...{ baseUrl: 'http://127.0.0.1:11434/v1', onThisMachine: true },
  };
  const ended: Partial<StoredConnection> = { state: 'disconnected' };
  for (const connection of [ended, { settings: local }]) {
    const health = setUp(connection);
    for (let count = 0; count < 6; count += 1) expect(await health.next()).toBe(0);
  }
});

test('a check that throws does not keep the others from being checked', async () => {
  const clock = new ManualClock();
  const marked: string[] = [];
  const [one, other] = [storedMail({ id: 'one' }), storedMail({ id: 'other' })];
  const job = createCheckHealth({
    store: {
      load: async () => ({ version: 1n, connections: [one, other], calling: [] }),
      markHealth: async (_tenant, id) => void marked.push(id),
    },
    tests: {
      mail: async ({ id }) => {
        if (id === 'one') throw new Error('a fault of ours');
        return null;
      },
    },
    clock,
    log: silent,
  });
  await job();
  expect(marked).toEqual(['other']);
});
