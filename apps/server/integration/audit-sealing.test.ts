import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditSealing } from '../src/adapters/postgres/audit/sealing.ts';
import { verifyAuditLog } from '../src/adapters/postgres/audit/verification.ts';
import { type OpenedDatabase, openTestDatabase } from '../testing/opened-database.ts';

const key = Buffer.alloc(32, 7);
const keys = { get: async () => key };
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

let opened: OpenedDatabase;
let database: OpenedDatabase['database'];
let owner: OpenedDatabase['owner'];

beforeAll(async () => {
  opened = await openTestDatabase();
  ({ database, owner } = opened);
});
afterAll(() => opened.drop());

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

/** Rows of as many readings each, one a minute, the last of them now. */
const addReadings = (tenantId: string, rows: number, inEach: number) =>
  owner.query(
    `insert into audit_readings (tenant_id, actor, actor_kind, action, stored_at, oldest, newest, entry_count, entries)
     select $1, 'user-1', 'person', 'call.read', at, at, at, $3::int,
       (select json_agg(json_build_array(e - 1, 0, 'call-' || e, '{}'::json) order by e) from generate_series(1, $3::int) e)
     from (select now() - n * interval '1 minute' as at from generate_series($2::int - 1, 0, -1) n) t`,
    [tenantId, rows, inEach],
  );

test('AU10: what waited for hours, more than is sealed at once of either kind, is not taken for dated back', async () => {
  while (await sealSome()) {}
  await owner.query(
    `insert into audit_log (tenant_id, actor, action, subject, at)
     select 'hours', 'kit', 'call.ended', 'call-' || n, now() - (120 - n / 17.5) * interval '1 minute'
     from generate_series(1, 2100) n`,
  );
  await addReadings('hours', 120, 25);
  const sealed: (number | null)[] = [];
  for (let last = await sealSome(); last; last = await sealSome()) sealed.push(last);
  // In more than one transaction, and with the entry that the chain was begun.
  expect(sealed.length).toBeGreaterThan(1);
  expect(sealed.reduce((sum: number, each) => sum + (each ?? 0), 0)).toBe(2_100 + 3_000 + 1);
  expect(await verify('hours')).toMatchObject([{ entries: 5_100, waiting: 0, findings: [] }]);
});

test('AU10: readings that cannot be sealed, however many, keep nothing of others waiting', async () => {
  for (const tenantId of ['stuck too', 'stuck as well']) await addReadings(tenantId, 1, 1);
  while (await sealSome()) {}
  await owner.query("update audit_checkpoints set head_seq = 0 where tenant_id like 'stuck %'");
  for (const tenantId of ['stuck too', 'stuck as well']) await addReadings(tenantId, 4, 1_000);
  await addReading('beside');
  await addEntries('beside', 1);
  expect(await sealSome()).toBe(2);
  expect(await verify('beside')).toMatchObject([{ entries: 2, waiting: 0, findings: [] }]);
  expect(await verify('stuck too')).toMatchObject([{ entries: 4_001, waiting: 4_000 }]);
});
