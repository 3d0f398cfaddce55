import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type JobQueue, openJobQueue } from '../src/adapters/pg-boss/job-queue.ts';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { openTransaction } from '../src/adapters/postgres/open-transaction.ts';
import { groupName } from '../src/adapters/postgres/roles.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const queue = 'call-summary';

let database: TestDatabase;
let open: Database;
let running: JobQueue[] = [];

const prepare = () => prepareJobs(database.owner, groupName(database.owner.database, 'system'));

beforeAll(async () => {
  database = await createTestDatabase();
  // Servers that start together.
  await Promise.all([prepare(), prepare(), prepare()]);
  open = await database.open();
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop(5_000)));
  running = [];
});
afterAll(() => database.drop());

async function start(pollSeconds?: () => number): Promise<JobQueue> {
  const notices = new NoticeConnection(open, silent);
  const jobs = await openJobQueue(open.systemConnection(), silent, notices, pollSeconds);
  running.push(jobs);
  return jobs;
}

let made = 0;
const job = (key = `key-${++made}`) => ({ queue, data: { tenantId: 'gs-dental', callId: key }, key });

describe('a job', () => {
  test('sent in a transaction exists when it commits, and is done once', async () => {
    const [one, other] = [await start(), await start()];
    const kept = job();
    const lost = job();
    const done: unknown[] = [];
    for (const jobs of [one, other]) await jobs.work(queue, async (data) => void done.push(data.callId));
    await open.asSystem((tx) => one.send(kept, openTransaction(tx)));
    await open
      .asSystem(async (tx) => {
        await one.send(lost, openTransaction(tx));
        throw new Error('the transaction fails');
      })
      .catch(() => {});
    const later = job();
    await open.asSystem((tx) => one.send(later, openTransaction(tx)));
    await expect.poll(() => done).toContain(later.key);
    await turn();
    expect(done.toSorted()).toEqual([kept.key, later.key].toSorted());
  });

  test('with a key that is already queued is not added again', async () => {
    const jobs = await start();
    const same = job();
    for (const _ of [1, 2, 3]) await open.asSystem((tx) => jobs.send(same, openTransaction(tx)));
    const last = job();
    await open.asSystem((tx) => jobs.send(last, openTransaction(tx)));
    const done: unknown[] = [];
    await jobs.work(queue, async (data) => void done.push(data.callId));
    await expect.poll(() => done).toContain(last.key);
    expect(done.filter((key) => key === same.key)).toHaveLength(1);
  });

  test('that fails is retried, and others do not wait for it', async () => {
    const jobs = await start();
    const bad = job();
    const good = job();
    for (const one of [bad, good]) await open.asSystem((tx) => jobs.send(one, openTransaction(tx)));
    const tries: string[] = [];
    await jobs.work(queue, async (data) => {
      tries.push(String(data.callId));
      if (data.callId === bad.key && tries.filter((key) => key === bad.key).length === 1) {
        throw new Error('once');
      }
    });
    await expect.poll(() => tries.filter((key) => key === bad.key).length).toBe(2);
    expect(tries.filter((key) => key === good.key)).toHaveLength(1);
  });
});

test('a job is taken at once, however seldom an idle server looks for jobs', async () => {
  const hourly = () => 3_600;
  const [one, other] = [await start(hourly), await start(hourly)];
  const taken: unknown[] = [];
  for (const jobs of [one, other]) await jobs.work(queue, async (data) => void taken.push(data.callId));
  // More than there are workers: each of them looks once when it starts.
  for (let n = 0; n < 10; n += 1) {
    const sent = job();
    await open.asSystem((tx) => one.send(sent, openTransaction(tx)));
    await expect.poll(() => taken, { interval: 5 }).toContain(sent.key);
  }
});

test('a slow job does not delay others', async () => {
  const jobs = await start();
  const long = job();
  const others = Array.from({ length: 6 }, () => job());
  for (const one of [long, ...others]) await open.asSystem((tx) => jobs.send(one, openTransaction(tx)));
  const over = Promise.withResolvers<void>();
  const done: unknown[] = [];
  await jobs.work(queue, async (data) => {
    if (data.callId === long.key) await over.promise;
    done.push(data.callId);
  });
  await expect.poll(() => done.length).toBe(others.length);
  expect(done).not.toContain(long.key);
  over.resolve();
  await expect.poll(() => done).toContain(long.key);
});

test('a full queue is worked off without waiting for polls', async () => {
  const jobs = await start();
  const many = Array.from({ length: 60 }, () => job());
  for (const one of many) await open.asSystem((tx) => jobs.send(one, openTransaction(tx)));
  const done = new Set<unknown>();
  await jobs.work(queue, async (data) => void done.add(data.callId));
  // Four workers that paused after each would take half a minute.
  await expect.poll(() => many.every(({ key }) => done.has(key))).toBe(true);
});

test('a job of a server that has died is done by another before it expires', async () => {
  const jobs = await start();
  const left = job();
  await open.asSystem((tx) => jobs.send(left, openTransaction(tx)));
  const client = new pg.Client(database.owner);
  await client.connect();
  // As the dead server left it: active, with a heartbeat that is too old.
  const taken = await client.query(
    `update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'
      where data->>'callId' = $1`,
    [left.key],
  );
  expect(taken.rowCount).toBe(1);
  await client.end();
  const done: unknown[] = [];
  await jobs.work(queue, async (data) => void done.push(data.callId));
  await expect.poll(() => done).toContain(left.key);
});

test.each(['it fails', 'its server dies'])(
  'OC3 a job that has used up its retries when %s is given up, not left waiting for ever',
  async (how) => {
    const jobs = await start();
    const last = { ...job(), queue: 'call-outcome' };
    await open.asSystem((tx) => jobs.send(last, openTransaction(tx)));
    const client = new pg.Client(database.owner);
    await client.connect();
    const died = "state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds',";
    await client.query(
      `update jobs.job set ${how === 'it fails' ? '' : died} retry_count = retry_limit where data->>'callId' = $1`,
      [last.key],
    );
    await client.end();
    const givenUp: unknown[] = [];
    await jobs.work('call-outcome-given-up', async (data) => void givenUp.push(data));
    await jobs.work('call-outcome', () => Promise.reject(new Error('no')));
    await expect.poll(() => givenUp).toEqual([last.data]);
  },
  40_000,
);

test('the role of the servers may use the queue, and not alter its tables', async () => {
  const client = new pg.Client(open.systemConnection());
  await client.connect();
  try {
    await expect(client.query('create table jobs.mine (id int)')).rejects.toThrow(/permission denied/);
    await expect(client.query('drop table jobs.job')).rejects.toThrow(/must be owner/);
  } finally {
    await client.end();
  }
});

test('preparing it again changes nothing', async () => {
  await prepare();
  await start();
});
