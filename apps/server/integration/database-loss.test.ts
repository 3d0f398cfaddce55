import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let open: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  open = await database.open();
});
afterAll(() => database.drop());

/** Ends every connection, as a killed PostgreSQL does. */
async function cutConnections(): Promise<void> {
  const admin = new pg.Client(database.owner);
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await admin.end();
}

const ways = [
  ['while a query runs', 'select pg_sleep(30)'],
  ['between two queries', 'select 1'],
] as const;

test.each(ways)('a database lost %s of a transaction does not end the server', async (_, query) => {
  const escaped: unknown[] = [];
  const note = (error: unknown) => void escaped.push(error);
  process.on('uncaughtException', note);
  const begun = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  const work = open.asSystem(async (tx) => {
    await tx.execute(sql`select 1`);
    begun.resolve();
    const running = query === 'select 1' ? cut.promise : undefined;
    await running;
    await tx.execute(sql.raw(query));
  });
  const failed = work.catch((error: unknown) => error);
  await begun.promise;
  await cutConnections();
  cut.resolve();
  expect(await failed).toBeInstanceOf(Error);
  await expect.poll(() => open.ping().then(() => true)).toBe(true);
  expect(escaped).toEqual([]);
  process.off('uncaughtException', note);
});
