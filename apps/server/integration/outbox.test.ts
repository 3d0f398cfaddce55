import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { callSubject, type OutboxEvent, outboxEvent } from '@parley/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { calls } from '../src/adapters/postgres/calls-table.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { eq, sql } from '../src/adapters/postgres/drizzle.ts';
import { appendToOutbox } from '../src/adapters/postgres/outbox-append.ts';
import { createMaintainOutbox } from '../src/features/outbox/maintain-outbox.ts';
import { OutboxReader } from '../src/features/outbox/outbox-reader.ts';
import { readerTimes } from '../src/features/outbox/reader-times.ts';
import type { CallRecord } from '../src/ports/call.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { OutboxStore, StoredEvent } from '../src/ports/outbox.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { noLimits } from '../testing/no-limits.ts';
import { outboxContract } from '../testing/outbox-contract.ts';
import { type OutboxHarness, openOutboxHarness } from '../testing/outbox-harness.ts';
import { removeDeleted } from '../testing/remove-deleted.ts';

const killedReader = join(import.meta.dirname, '../testing/killed-outbox-reader.ts');
const tenantId = 'gs-dental';
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let outbox: OutboxHarness;
let database: Database;
let owner: pg.Client;
let store: OutboxStore;
let other: OutboxStore;
let append: OutboxHarness['append'];

beforeAll(async () => {
  outbox = await openOutboxHarness(tenantId);
  ({ database, owner, store, other, append } = outbox);
});
afterAll(() => outbox.close());

describe('the outbox in PostgreSQL', () => {
  outboxContract(() => outbox);
});

describe('a call', () => {
  const callStore = () => createCallStore(database, { send: async () => {} });

  async function place(): Promise<string> {
    const callId = randomUUIDv7();
    const decision = await createCallAdmission(database).reserve(
      {
        ...{
          tenantId,
          userId: 'user',
          callId,
          agentId: 'gs-dental',
          agentVersion: 1,
          carrier: 'lab',
          carrierAccount: null,
        },
        ...{ engine: 'relay', to: '+12025550100', from: '+15005550006', instructions: 'Say hello.' },
        ...{ idempotencyKey: null, fingerprint: callId, at: new Date() },
      },
      noLimits,
    );
    expect(decision).toEqual({ kind: 'admitted' });
    return callId;
  }

  const change = (id: string, ...all: Partial<CallRecord>[]) =>
    all.reduce(async (before, changes) => {
      await before;
      const event = { kind: 'test', data: {} };
      await callStore().change({ id }, () => ({ at: new Date(), changes, event }));
    }, Promise.resolve());

  const eventsOf = async (id: string): Promise<OutboxEvent[]> => {
    const { rows } = await owner.query('select type, data from outbox where subject = $1 order by id', [
      callSubject(id),
    ]);
    return rows.map(({ type, data }) => outboxEvent.parse({ ...data, type }));
  };
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

  test('OB1 OB2 has an event for each step, once, with nothing but ids and fixed words', async () => {
    const id = await place();
    const answeredAt = new Date();
    await change(
      id,
      { sendingAt: new Date() },
      { carrierSid: `CA${id}`, status: 'initiated' },
      { status: 'ringing' },
      { status: 'in-progress', answeredAt },
      { answeredBy: 'human' },
      { status: 'completed', endedAt: new Date(), duration: 7 },
      { duration: 8 },
      { summaryState: 'pending' },
      { summaryState: 'ready', summary: 'They said hello.' },
    );
    const callId = id;
    expect(await eventsOf(id)).toEqual([
      { type: 'call.placed', version: 1, callId },
      { type: 'call.ringing', version: 1, callId },
      { type: 'call.answered', version: 1, callId },
      { type: 'call.ended', version: 1, callId, status: 'completed' },
      { type: 'call.revised', version: 1, callId },
      { type: 'call.summarized', version: 1, callId },
    ]);
    expect(await callStore().remove(tenantId, id, 'user')).toBe('removed');
    expect(await typesOf(id)).not.toContain('call.deleted');
    await removeDeleted(database);
    expect(await eventsOf(id)).toContainEqual({ type: 'call.deleted', version: 1, callId });
  });

  test('OB2 that is answered and over before we hear of it has both events, in order', async () => {
    const id = await place();
    await change(id, { status: 'completed', answeredAt: new Date(), endedAt: new Date(), duration: 3 });
    expect(await typesOf(id)).toEqual(['call.placed', 'call.answered', 'call.ended']);
  });

  test('OB2 that was unconfirmed and exists after all is reopened, also where it has ended again', async () => {
    const [live, over, same] = [await place(), await place(), await place()];
    for (const id of [live, over, same]) await change(id, { status: 'failed', reason: 'unconfirmed' });
    await change(live, { status: 'ringing', reason: null });
    await change(over, { status: 'completed', reason: null, answeredAt: new Date() });
    await change(same, { status: 'failed', reason: 'network_failed' });
    const before = ['call.placed', 'call.ended', 'call.reopened'];
    expect(await typesOf(live)).toEqual([...before, 'call.ringing']);
    expect(await typesOf(over)).toEqual([...before, 'call.answered', 'call.ended']);
    expect(await typesOf(same)).toEqual([...before, 'call.ended']);
  });

  test('OB1 whose change is rolled back has no event of it', async () => {
    const id = await place();
    await expect(
      database.asSystem(async (tx) => {
        await tx.update(calls).set({ status: 'ringing' }).where(eq(calls.id, id));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await typesOf(id)).toEqual(['call.placed']);
  });

  test('OB2 whose caller asks not to be called again has an event of it, once', async () => {
    const id = await place();
    const entry = { number: '+12025550177', source: 'test', callId: id, unconfirmed: true };
    const list = createDoNotCallList(database);
    expect([await list.add(tenantId, entry), await list.add(tenantId, entry)]).toEqual([true, false]);
    expect(await eventsOf(id)).toMatchObject([{}, { type: 'dnc.added', callId: id, unconfirmed: true }]);
  });

  test('OB3 a tenant adds events of its own alone, and reads none', async () => {
    const add = (whose: string) =>
      database.forTenant(tenantId, (tx) =>
        appendToOutbox(tx, whose, 'dnc', { type: 'dnc.added', version: 1, callId: null, unconfirmed: false }),
      );
    await add(tenantId);
    await expect(add('other')).rejects.toMatchObject({ cause: { code: '42501' } });
    const read = database.forTenant(tenantId, (tx) => tx.execute(sql`select * from outbox`));
    await expect(read).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

describe('reading', () => {
  const event = (callId: string): OutboxEvent => ({ type: 'call.ringing', version: 1, callId });
  const times = { ...readerTimes, pollMs: 500, firstRetryMs: 50 };

  test('OB4 OB5 OB6 by two servers: all events, in order, no subject twice at once, none behind a bad or slow one', async () => {
    const readers = [store, other].map(
      (each) => new OutboxReader({ store: each, clock: wallClock, log: silent, times }),
    );
    const seen: StoredEvent[] = [];
    const active = new Set<string>();
    const overlaps: string[] = [];
    const stuck = Promise.withResolvers<void>();
    let failures = 0;
    const handle = async (stored: StoredEvent) => {
      const { subject } = stored;
      if (active.has(subject)) overlaps.push(subject);
      active.add(subject);
      try {
        if (subject === 'slow') await stuck.promise;
        if (subject === 'bad' && ++failures <= 3) throw new Error('not yet');
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(stored);
      } finally {
        active.delete(subject);
      }
    };
    for (const reader of readers) await reader.consume({ name: 'all', start: 'now', handle });
    const subjects = ['slow', 'bad', ...Array.from({ length: 18 }, (_, n) => `quick-${n}`)];
    await Promise.all(
      subjects.map(async (subject) => {
        for (let n = 0; n < 5; n += 1) await append(subject, event(randomUUIDv7()));
      }),
    );
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(19 * 5);
    expect(seen.some(({ subject }) => subject === 'slow')).toBe(false);
    stuck.resolve();
    await expect.poll(() => seen.length).toBe(subjects.length * 5);
    for (const [subject, own] of Map.groupBy(seen, (each) => each.subject)) {
      const ids = own.map(({ id }) => id);
      expect(ids, subject).toEqual(ids.toSorted((a, b) => a - b));
      expect(new Set(ids).size, subject).toBe(5);
    }
    expect(overlaps).toEqual([]);
    await Promise.all(readers.map((reader) => reader.stop(5_000)));
  });

  test('OB4 a reader goes on after all its database connections were cut, and misses nothing', async () => {
    const seen: number[] = [];
    const reader = new OutboxReader({ store, clock: wallClock, log: silent, times });
    const handle = async ({ id }: StoredEvent) => void seen.push(id);
    await reader.consume({ name: 'cut', start: 'now', handle });
    await append('before', event(randomUUIDv7()));
    await expect.poll(() => seen.length).toBe(1);
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // The first tries may still get a connection that was cut.
    await expect
      .poll(() =>
        append('after', event(randomUUIDv7())).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => seen.length).toBe(2);
    await reader.stop(5_000);
  });

  test('OB8 a server killed after it handled events and before it stored that: another repeats them and goes on', async () => {
    await store.register('killed', 'now');
    const callId = randomUUIDv7();
    for (let n = 0; n < 4; n += 1) await append('killed', event(callId));
    const options = {
      connection: outbox.connection,
      secret: outbox.secret,
      consumer: 'killed',
      events: 2,
      leaseMs: 2_000,
    };
    const child = spawn(process.execPath, [killedReader, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    const before = output.trim().split('\n').map(Number);
    expect(before).toHaveLength(2);
    const seen: number[] = [];
    const reader = new OutboxReader({ store: other, clock: wallClock, log: silent, times });
    await reader.consume({ name: 'killed', start: 'now', handle: async ({ id }) => void seen.push(id) });
    await expect.poll(() => seen.length).toBe(4);
    expect(seen.slice(0, 2)).toEqual(before);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    await reader.stop(5_000);
  });

  test('OB8 a server that stops finishes what it handles and leaves the rest to others at once', async () => {
    const handled: string[] = [];
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const stopping = new OutboxReader({ store, clock: wallClock, log: silent, times });
    const handle = (by: string) => async (stored: StoredEvent) => {
      if (stored.subject !== 'handover') return;
      started.resolve();
      if (by === 'stopping') await finish.promise;
      handled.push(`${by} ${stored.event?.type}`);
    };
    await stopping.consume({ name: 'handover', start: 'now', handle: handle('stopping') });
    const callId = randomUUIDv7();
    // Both are assigned together, so that one claim has both.
    await database.asSystem(async (tx) => {
      for (const type of ['call.placed', 'call.ringing'] as const)
        await appendToOutbox(tx, tenantId, 'handover', { type, version: 1, callId });
    });
    await started.promise;
    const stopped = stopping.stop(10_000);
    finish.resolve();
    await stopped;
    expect(handled).toEqual(['stopping call.placed']);
    const next = new OutboxReader({ store: other, clock: wallClock, log: silent, times });
    await next.consume({ name: 'handover', start: 'now', handle: handle('next') });
    await expect.poll(() => handled).toEqual(['stopping call.placed', 'next call.ringing']);
    await next.stop(5_000);
  });
});

test('OB11 OB12 old events go once every consumer is done with them, and one that is behind is reported', async () => {
  await owner.query('delete from outbox_consumers; delete from outbox');
  await store.register('quick', 'now');
  await store.register('behind', 'now');
  await store.register('wants others', 'now', ['call.ended']);
  await append('trimmed', { type: 'call.ringing', version: 1, callId: randomUUIDv7() } as OutboxEvent);
  await store.assign();
  const finish = async (name: string) => {
    const claims = await store.claim([{ consumer: name, most: 10 }], 60_000);
    await store.release(
      claims.map(({ token, events }) => ({ token, through: events.at(-1)?.id ?? null, retryAfterMs: null })),
    );
  };
  await finish('quick');
  const warnings: unknown[] = [];
  const clock = new ManualClock(new Date().toISOString());
  const log = {
    ...silent,
    warn: (fields: object, message: string) => void warnings.push({ ...fields, message }),
  };
  const maintain = createMaintainOutbox(store, clock, log);
  const count = async (table: string) => (await owner.query(`select 1 from ${table}`)).rowCount;

  await maintain();
  expect(warnings).toEqual([]);
  clock.advance(8 * 24 * 60 * 60_000);
  await maintain();
  expect(warnings).toMatchObject([
    { consumer: 'behind', waiting: 1, message: expect.stringContaining('behind') },
  ]);
  expect(await count('outbox')).toBe(1);

  await finish('behind');
  await maintain();
  expect([await count('outbox'), await count('outbox_positions')]).toEqual([0, 0]);
  expect(warnings).toHaveLength(1);
  // Another event of the same subject is still seen by both.
  await append('trimmed', { type: 'call.ringing', version: 1, callId: randomUUIDv7() } as OutboxEvent);
  await store.assign();
  const wanted = ['quick', 'behind'].map((consumer) => ({ consumer, most: 10 }));
  const claims = await store.claim(wanted, 60_000);
  expect(claims.toSorted((a, b) => (a.consumer < b.consumer ? -1 : 1))).toMatchObject([
    { consumer: 'behind', subject: 'trimmed' },
    { consumer: 'quick', subject: 'trimmed' },
  ]);
});
