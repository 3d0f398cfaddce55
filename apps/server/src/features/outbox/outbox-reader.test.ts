import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { FinishedClaim, OutboxClaim, OutboxStore, WantedClaims } from '../../ports/outbox.ts';
import { OutboxReader } from './outbox-reader.ts';
import { readerTimes } from './reader-times.ts';

const callId = '019a0000-0000-7000-8000-000000000001';
const { pauseMs, pollMs, subjects } = readerTimes;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A store in which each event is of another subject and for every consumer. */
async function harness(consumers: readonly string[], giveWay?: () => Promise<void>) {
  const clock = new ManualClock();
  const waiting = new Map<string, OutboxClaim[]>();
  const handled: string[] = [];
  const released: string[] = [];
  const rounds = { assign: 0, claim: 0, release: 0 };
  const failures = { release: 0 };
  /** What handling an event waits for. */
  let handling: (name: string) => Promise<void> = async () => {};
  let onEvent: (type: string | null) => void = () => {};
  let stored = 0;
  const due = () => [...waiting].filter(([, claims]) => claims.length > 0).map(([name]) => name);
  const store = {
    register: async (name: string) => void waiting.set(name, []),
    assign: async () => {
      rounds.assign += 1;
      return { more: false, consumers: due() };
    },
    due: async () => ({ unassigned: false, consumers: due() }),
    claim: async (wanted: readonly WantedClaims[]) => {
      rounds.claim += 1;
      return wanted.flatMap(({ consumer, most }) => waiting.get(consumer)?.splice(0, most) ?? []);
    },
    release: async (finished: readonly FinishedClaim[]) => {
      if (finished.length > 0) rounds.release += 1;
      if (failures.release > 0) {
        failures.release -= 1;
        throw new Error('The database is down.');
      }
      released.push(...finished.map(({ token }) => token));
      return new Map();
    },
    renew: async () => new Set(),
    listen: async (listener: typeof onEvent) => {
      onEvent = listener;
      return { close: async () => {} };
    },
  } as unknown as OutboxStore;
  const reader = new OutboxReader({ store, clock, log: silent, ...(giveWay && { giveWay }) });
  const settle = async (ms = 0) => {
    clock.advance(ms);
    for (let n = 0; n < 20; n += 1) await turn();
  };
  for (const name of consumers)
    await reader.consume({
      ...{ name, start: 'now' },
      handle: async ({ subject }) => {
        await handling(name);
        handled.push(`${name} ${subject}`);
      },
    });
  await settle();
  await settle(pollMs);
  await settle(pauseMs);
  Object.assign(rounds, { assign: 0, claim: 0, release: 0 });
  return {
    ...{ handled, released, rounds, failures, settle },
    stop: () => reader.stop(5_000),
    handleWith: (wait: typeof handling) => {
      handling = wait;
    },
    add: () => {
      stored += 1;
      const about = { tenantId: 'one', subject: `call ${stored}`, createdAt: new Date(0) };
      const event = { type: 'call.ringing', version: 1, callId } as const;
      for (const [consumer, claims] of waiting)
        claims.push({
          ...{ ...about, consumer, failures: 0, token: `${consumer} ${stored}` },
          events: [{ ...about, id: stored, event }],
        });
      onEvent('call.ringing');
    },
    addSilently: (consumer: string, count: number) => {
      const about = { tenantId: 'one', createdAt: new Date(0) };
      const event = { type: 'call.ringing', version: 1, callId } as const;
      for (let n = 0; n < count; n += 1) {
        const subject = `backlog ${n}`;
        waiting.get(consumer)?.push({
          ...{ ...about, subject, consumer, failures: 0, token: `${consumer} ${subject}` },
          events: [{ ...about, subject, id: n, event }],
        });
      }
    },
  };
}

test('an event after a while without any is handled at once, by all who want it', async () => {
  const { add, handled, rounds, settle } = await harness(['costs', 'reports']);
  add();
  await settle();
  expect(handled).toEqual(['costs call 1', 'reports call 1']);
  expect(rounds).toMatchObject({ assign: 1, claim: 1 });
});

test('events that follow one another do not take a round each', async () => {
  const { add, handled, rounds, settle } = await harness(['costs', 'reports']);
  add();
  await settle();
  for (let n = 0; n < 10; n += 1) {
    add();
    await settle(1);
  }
  expect(rounds).toMatchObject({ assign: 1, claim: 1 });
  await settle(pauseMs);
  expect(rounds).toEqual({ assign: 2, claim: 2, release: 1 });
  expect(handled).toHaveLength(22);
});

test('a consumer with a long backlog does not pause between two rounds', async () => {
  const { addSilently, add, handled, settle } = await harness(['costs']);
  addSilently('costs', 5 * subjects);
  add();
  await settle();
  expect(handled).toHaveLength(5 * subjects + 1);
});

test('a consumer that has no room for its backlog does not make rounds more frequent', async () => {
  const { addSilently, add, handleWith, rounds, settle } = await harness(['costs', 'reports']);
  const { promise, resolve } = Promise.withResolvers<void>();
  handleWith((name) => (name === 'costs' ? promise : Promise.resolve()));
  addSilently('costs', 2 * subjects);
  add();
  await settle();
  for (let n = 0; n < 10; n += 1) {
    add();
    await settle(1);
  }
  expect(rounds.claim).toBe(1);
  resolve();
  await settle();
  expect(rounds.claim).toBeGreaterThan(1);
});

test('a server that stops releases what is finished before what takes longer', async () => {
  const { add, handleWith, released, settle, stop } = await harness(['costs', 'reports']);
  const { promise, resolve } = Promise.withResolvers<void>();
  handleWith((name) => (name === 'costs' ? promise : Promise.resolve()));
  add();
  await settle();
  const stopped = stop();
  await settle();
  expect(released).toEqual(['reports 1']);
  resolve();
  await stopped;
  expect(released).toEqual(['reports 1', 'costs 1']);
});

test('a server that stops and cannot release what is finished waits for its handlers, and says so then', async () => {
  const { add, failures, handleWith, handled, released, settle, stop } = await harness(['costs', 'reports']);
  const { promise, resolve } = Promise.withResolvers<void>();
  handleWith((name) => (name === 'costs' ? promise : Promise.resolve()));
  add();
  await settle();
  failures.release = 1;
  let isStopped = false;
  const stopped = expect(
    stop().finally(() => {
      isStopped = true;
    }),
  ).rejects.toThrow('The database is down.');
  await settle();
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
  expect(handled).toEqual(['reports call 1', 'costs call 1']);
  expect(released).toContain('costs 1');
});

test('what is finished is released though nothing else happens', async () => {
  const { add, rounds, settle } = await harness(['costs']);
  add();
  await settle();
  expect(rounds.release).toBe(0);
  await settle(pauseMs);
  expect(rounds.release).toBe(1);
});

test('a round waits until others who are in a hurry are done', async () => {
  let wait = Promise.resolve();
  const { add, handled, settle } = await harness(['costs'], () => wait);
  const { promise, resolve } = Promise.withResolvers<void>();
  wait = promise;
  add();
  await settle();
  expect(handled).toEqual([]);
  resolve();
  await settle();
  expect(handled).toEqual(['costs call 1']);
});
