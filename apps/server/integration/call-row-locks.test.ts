import { randomUUIDv7 } from 'node:crypto';
import { inspect } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createTranscriptStore } from '../src/adapters/postgres/transcript-store.ts';
import { createUnfinishedCalls } from '../src/adapters/postgres/unfinished-calls.ts';
import { AppError } from '../src/errors.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { TranscriptEntry } from '../src/ports/transcript-store.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { load } from '../testing/load.ts';

let testDatabase: TestDatabase;
let database: Database;
let admin: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await open();
  admin = new pg.Client(testDatabase.owner);
  await admin.connect();
  await createAgentStore(database).createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await admin.end();
  await testDatabase.drop();
});

const spokenAt = new Date('2026-10-13T10:00:00.123Z');
const line = (ordinal: number, message: string): TranscriptEntry => ({
  ...{ ordinal, message, speaker: 'user', spokenAt, interrupted: false },
});
const timing = (ms: number) => ({ firstTokenMs: ms, firstSpeechMs: ms });

/** Live calls, oldest id first. In a large table the planner may visit them in any order. */
async function liveCalls(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7()).sort();
  await admin.query(
    `insert into calls (tenant_id, id, carrier, direction, status, engine, carrier_sid)
     select 'one', id, 'lab', 'inbound', 'in-progress', 'relay', 'CA' || id from unnest($1::uuid[]) as id`,
    [ids],
  );
  return ids;
}

async function endedCalls(count: number): Promise<void> {
  await admin.query(
    `insert into calls (tenant_id, id, carrier, direction, status, engine)
     select 'one', gen_random_uuid(), 'lab', 'inbound', 'completed', 'relay' from generate_series(1, $1)`,
    [count],
  );
  await admin.query('analyze calls');
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await admin.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

const opened: Database[] = [];

async function open(): Promise<Database> {
  const { owner, secret } = testDatabase;
  const one = await openDatabase({ owner, secret, onError: () => {} });
  opened.push(one);
  return one;
}

async function connections(): Promise<number> {
  const { rowCount } = await admin.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'parley system'",
  );
  return rowCount ?? 0;
}

/** The statistics of the other connections, which they report when they end. */
async function deadlocks(): Promise<number> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await expect.poll(connections).toBe(0);
  database = await open();
  const { rows } = await admin.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}

/** As conversations do: a starved machine may not give a connection in time, and then nothing was stored. */
async function whenAvailable<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAcquireTimeout =
        error instanceof AppError &&
        /^timeout exceeded/.test((error.cause as Error | undefined)?.message ?? '');
      if (!isAcquireTimeout) throw error;
    }
  }
}

const spoken = (callId: string) => ({ tenantId: 'one', callId });

describe('statements that touch the same live calls lock them in one order', () => {
  let other: pg.Client;
  beforeAll(() => endedCalls(5_000));
  beforeEach(async () => {
    other = new pg.Client(testDatabase.owner);
    await other.connect();
  });
  afterEach(() => other.end());

  /** Both wait for a row that a third transaction holds, in the middle of their work, and continue at the same time. */
  async function meetAt(middle: string, first: () => Promise<unknown>, second: () => Promise<unknown>) {
    const before = await deadlocks();
    await other.query('begin');
    await other.query('select 1 from calls where id = $1 for update', [middle]);
    const works = [first()];
    await expect.poll(waitingForLocks).toBe(1);
    works.push(second());
    await expect.poll(waitingForLocks).toBe(2);
    await other.query('commit');
    await Promise.all(works);
    return (await deadlocks()) - before;
  }

  test.each(['in the order of their ids', 'the other way round'])(
    'timings of turns do not deadlock with the note that their calls are alive (%s)',
    async (order) => {
      const ids = await liveCalls(5);
      const given = order === 'the other way round' ? ids.toReversed() : ids;
      const found = await meetAt(
        ids[2] ?? '',
        () => createUnfinishedCalls(database).markLive(ids, spokenAt),
        async () => {
          const record = createTranscriptStore(database);
          const added = given.map((id) => record.addTurnTiming(spoken(id), timing(1)));
          const rest = record.flush();
          await Promise.all(added);
          rest();
        },
      );
      expect(found).toBe(0);
    },
  );

  test('timings of two servers do not deadlock with each other', async () => {
    const ids = await liveCalls(5);
    const add = async (given: readonly string[]) => {
      const record = createTranscriptStore(database);
      const added = given.map((id) => record.addTurnTiming(spoken(id), timing(1)));
      const rest = record.flush();
      await Promise.all(added);
      rest();
    };
    expect(
      await meetAt(
        ids[2] ?? '',
        () => add(ids),
        () => add(ids.toReversed()),
      ),
    ).toBe(0);
  });
});

const manyLive = load(300);
test(`${manyLive} live calls in a large table store entries and timings while the carrier is checked: no deadlock`, async () => {
  await endedCalls(load(200_000));
  const ids = await liveCalls(manyLive);
  const before = await deadlocks();
  const servers = [database, await open()].map((own, server) => ({
    record: createTranscriptStore(own),
    unfinished: createUnfinishedCalls(own),
    store: createCallStore(own, { send: async () => {} } as never),
    mine: ids.filter((_, index) => index % 2 === server),
  }));
  const failures: string[] = [];
  const fail = (error: unknown) => failures.push(inspect(error));
  const rounds = 20;
  const talk = async ({ record, store }: (typeof servers)[number], id: string, place: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        whenAvailable(() => record.write(spoken(id), line(round, `Words of ${id}`), true)),
        whenAvailable(() => record.addTurnTiming(spoken(id), timing(round))),
        (round + place) % 5 === 0 &&
          whenAvailable(() =>
            store.change({ id }, () => ({
              at: new Date(),
              changes: { answeredBy: 'human' },
              event: { kind: 'noted', data: {} },
            })),
          ),
      ]).catch(fail);
    }
  };
  let talking = true;
  const noteAlive = async ({ unfinished, mine }: (typeof servers)[number]) => {
    while (talking) await whenAvailable(() => unfinished.markLive(shuffled(mine), new Date())).catch(fail);
  };
  const rests = servers.map(({ record }) => record.flush());
  const talks = servers.flatMap((server) => server.mine.map((id, place) => talk(server, id, place)));
  const notes = servers.map(noteAlive);
  await Promise.all(talks);
  talking = false;
  await Promise.all(notes);
  for (const rest of rests) rest();
  expect(failures).toEqual([]);
  expect(await deadlocks()).toBe(before);
  const { rows } = await admin.query<{ complete: number }>(
    'select count(*)::int as complete from calls where id = any ($1) and jsonb_array_length(turns) = $2',
    [ids, rounds],
  );
  expect(rows[0]?.complete).toBe(manyLive);
});

test('a transaction that the database chose as the victim of a deadlock is run again', async () => {
  const before = await deadlocks();
  const [one = '', other = ''] = await liveCalls(2);
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const lock = async (first: string, second: string) => {
    let attempts = 0;
    await database.asSystem(async (tx) => {
      attempts += 1;
      await tx.execute(sql`update calls set checked_at = now() where id = ${first}`);
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      await tx.execute(sql`update calls set checked_at = now() where id = ${second}`);
    });
    return attempts;
  };
  const attempts = await Promise.all([lock(one, other), lock(other, one)]);
  // The victim may be back before the other has gone on, and be chosen once more.
  const [winner = 0, victim = 0] = attempts.toSorted();
  expect(winner).toBe(1);
  expect(victim).toBeGreaterThan(1);
  expect(await deadlocks()).toBe(before + victim - 1);
});

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
