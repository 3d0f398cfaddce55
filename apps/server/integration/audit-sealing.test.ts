import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditSealing } from '../src/adapters/postgres/audit/sealing.ts';
import { verifyAuditLog } from '../src/adapters/postgres/audit/verification.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

const key = Buffer.alloc(32, 7);
const keys = { get: async () => key };
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

let test_: TestDatabase;
let database: Database;
let owner: pg.Client;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  owner = new pg.Client(test_.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

const sealSome = () => createAuditSealing(database, keys, log).sealSome();
const verify = (tenantId: string) => verifyAuditLog(database, { key, tenantId, expected: null });

const addEntries = (tenantId: string, count: number, minutesAgo = 0) =>
  owner.query(
    `insert into audit_log (tenant_id, actor, action, subject, at)
     select $1, 'kit', 'call.ended', 'call-' || n, now() - $3 * interval '1 minute' from generate_series(1, $2) n`,
    [tenantId, count, minutesAgo],
  );

/** As it was stored then. */
const addReading = (tenantId: string, minutesAgo = 0) =>
  owner.query(
    `insert into audit_readings (tenant_id, actor, actor_kind, action, stored_at, oldest, newest, entry_count, entries)
     select $1, 'user-1', 'person', 'call.read', at, at, at, 1, '[[0,0,"call-1",{}]]'
     from (select now() - $2 * interval '1 minute' as at) t`,
    [tenantId, minutesAgo],
  );

test('AU10: what was written while no server sealed is not taken for dated back', async () => {
  await addEntries('late', 1, 40);
  await addReading('late', 35);
  await addReading('late', 20);
  await addEntries('late', 1, 30);
  await addEntries('late', 1);
  expect(await sealSome()).toBe(5);
  expect(await verify('late')).toMatchObject([{ entries: 5, waiting: 0, findings: [] }]);
  // That its chain was begun.
  expect(await sealSome()).toBe(1);
});

test('AU10: entries that cannot be sealed, however many, do not keep readings of others waiting', async () => {
  await addEntries('stuck', 1);
  while (await sealSome()) {}
  await owner.query("update audit_checkpoints set head_seq = 0 where tenant_id = 'stuck'");
  await addEntries('stuck', 4_000);
  await addReading('other');
  expect(await sealSome()).toBe(1);
  expect(await verify('other')).toMatchObject([{ entries: 1, waiting: 0, findings: [] }]);
  expect(await verify('stuck')).toMatchObject([{ entries: 4_001, waiting: 4_000 }]);
});
