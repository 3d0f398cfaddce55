import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createExclusiveWork } from '../src/adapters/postgres/exclusive-work.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ManualClock } from '../testing/manual-clock.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
});
afterAll(() => testDatabase.drop());

describe('CL16: exclusive work', () => {
  test('is done by one at a time, and by the next when the first has died', async () => {
    const exclusive = createExclusiveWork(database);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = exclusive.run('test', async () => {
      begin();
      await held;
    });
    await begun;
    expect(await exclusive.run('test', async () => {})).toBe(false);
    expect(await exclusive.run('other work', async () => {})).toBe(true);

    // The server that held it has ended, and with it its connection.
    const admin = new pg.Client(testDatabase.owner);
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database
       where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()`,
    );
    await admin.end();
    await expect.poll(() => exclusive.run('test', async () => {})).toBe(true);
    release();
    expect(await first).toBe(true);
  });

  test('of a server that is suspended is done by another', async () => {
    // The clock of a suspended server stands still.
    const suspended = createExclusiveWork(database, { silenceMs: 200, clock: new ManualClock() });
    const awake = createExclusiveWork(database, { silenceMs: 200 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = suspended.run('test', async () => {
      begin();
      await held;
    });
    await begun;
    await expect.poll(() => awake.run('test', async () => {}), { timeout: 10_000 }).toBe(true);
    release();
    expect(await first).toBe(true);
  });

  test('keeps its lock for longer than a server may be silent', async () => {
    const clock = new ManualClock();
    const exclusive = createExclusiveWork(database, { silenceMs: 60_000, clock });
    const admin = new pg.Client(testDatabase.owner);
    await admin.connect();
    const lastSaid = async () => {
      const { rows } = await admin.query<{ at: Date }>(
        `select query_start as at from pg_stat_activity join pg_locks using (pid)
         where locktype = 'advisory' and datname = current_database()`,
      );
      return rows[0]?.at.getTime() ?? 0;
    };
    await exclusive.run('test', async () => {
      for (let n = 0; n < 3; n += 1) {
        const before = await lastSaid();
        expect(before).toBeGreaterThan(0);
        clock.advance(15_000);
        await expect.poll(lastSaid).toBeGreaterThan(before);
      }
    });
    await admin.end();
  });

  test('that fails releases the lock', async () => {
    const exclusive = createExclusiveWork(database);
    const failing = exclusive.run('test', async () => {
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(await exclusive.run('test', async () => {})).toBe(true);
  });
});
