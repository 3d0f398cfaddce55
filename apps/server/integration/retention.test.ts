import { permissionsOf } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditRetention } from '../src/adapters/postgres/audit/retention.ts';
import { createAuditSealing } from '../src/adapters/postgres/audit/sealing.ts';
import { verifyAuditLog } from '../src/adapters/postgres/audit/verification.ts';
import { createRetentionStore } from '../src/adapters/postgres/data/retention.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { before, createApplyRetention } from '../src/features/data/apply-retention.ts';
import type { Caller } from '../src/ports/caller.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { RetentionStore } from '../src/ports/retention.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { insertCall } from '../testing/example-person.ts';

let test_: TestDatabase;
let database: Database;
let owner: pg.Client;
let store: RetentionStore;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  owner = new pg.Client(test_.owner);
  await owner.connect();
  store = createRetentionStore(database);
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const key = Buffer.alloc(32, 7);
const keys = { get: async () => key };
const apply = () =>
  createApplyRetention(store, createAuditRetention(database, keys, silent), wallClock, silent)();

async function desk(): Promise<Caller> {
  const expiresAt = new Date(Date.now() + 60_000);
  const made = await createTenant(database);
  return { ...made, displayName: 'Kit', permissions: permissionsOf.admin, email: null, expiresAt };
}

async function callOf({ tenantId }: Caller, daysAgo: number, status = 'completed'): Promise<string> {
  const id = await insertCall(owner, { tenantId, number: '+12025550123', userId: 'user_kit' }, { status });
  await owner.query("update calls set created_at = now() - $2 * interval '1 day' where id = $1", [
    id,
    daysAgo,
  ]);
  await owner.query(
    `insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
     values ($1, $2, 1, 'user', 'Hello.', now())`,
    [tenantId, id],
  );
  return id;
}

async function left({ tenantId }: Caller): Promise<{ calls: number; transcripts: number }> {
  const { rows } = await owner.query(
    `select (select count(*)::int from calls where tenant_id = $1) as calls,
      (select count(distinct call_id)::int from transcript_entries where tenant_id = $1) as transcripts`,
    [tenantId],
  );
  return rows[0];
}

test('DA10: nothing is deleted unless somebody says so', async () => {
  const caller = await desk();
  await callOf(caller, 4_000);
  expect(await store.get(caller.tenantId)).toMatchObject({
    days: { transcripts: null, calls: null, audit: null },
    revision: 0,
  });
  await apply();
  expect(await left(caller)).toEqual({ calls: 1, transcripts: 1 });
});

test('DA11: what is older than it is kept goes in small batches, as the preview said; live calls and others stay', async () => {
  const [caller, other] = [await desk(), await desk()];
  for (const days of [1, 20, 40, 400, 500]) await callOf(caller, days);
  await callOf(caller, 600, 'in-progress');
  await callOf(other, 600);
  const days = { transcripts: 10, calls: 365, audit: null };
  const at = { transcripts: before(10, new Date()), calls: before(365, new Date()) };
  expect(await store.preview(caller.tenantId, at)).toEqual({ transcripts: 4, calls: 2 });
  const saved = await store.save(caller, days, 0);
  expect(saved).toMatchObject({ days, revision: 1, changedBy: { displayName: 'Kit' } });
  const cut = at.transcripts ?? new Date();
  const first = await store.removeTranscripts(caller.tenantId, cut, 1, null);
  expect(first).toEqual({ calls: 1, next: expect.any(String) });
  await apply();
  expect(await left(caller)).toEqual({ calls: 4, transcripts: 2 });
  expect(await left(other)).toEqual({ calls: 1, transcripts: 1 });
  const { rows } = await owner.query(
    "select data from audit_log where action = 'retention.applied' and tenant_id = $1",
    [caller.tenantId],
  );
  expect(rows).toEqual([{ data: { transcripts: 3, calls: 2, audit: 0 } }]);
  // Nothing is left to do in the next night.
  await apply();
  expect(await store.preview(caller.tenantId, at)).toEqual({ transcripts: 0, calls: 0 });
});

test('DA11: every batch goes on behind the one before, also where many calls began at the same moment', async () => {
  const caller = await desk();
  const { tenantId } = caller;
  // Ten at each moment, and of every third nothing was said.
  await owner.query(
    `with made as (
       insert into calls (tenant_id, id, carrier, direction, from_number, to_number, status, engine, instructions, created_at)
       select $1, gen_random_uuid(), 'lab', 'outbound', '+15005550006', '+12025550123', 'completed', 'relay', 'Say hello.',
         now() - interval '40 days' + (n / 10) * interval '1 second'
       from generate_series(1, 930) n returning tenant_id, id)
     insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
     select tenant_id, id, line, 'user', 'Hello.', now()
     from (select *, row_number() over () as n from made) made, generate_series(1, 3) line where n % 3 <> 0`,
    [tenantId],
  );
  await callOf(caller, 2);
  await store.save(caller, { transcripts: 30, calls: null, audit: null }, 0);
  await apply();
  expect(await left(caller)).toEqual({ calls: 931, transcripts: 1 });
  const seen: number[] = [];
  let after: string | null = null;
  do {
    const some = await store.removeTranscripts(tenantId, new Date(), 100, after);
    seen.push(some.calls);
    after = some.next;
  } while (after !== null);
  // What the night has left is found at once; each call was looked at once.
  expect(seen).toEqual([...Array.from({ length: 9 }, () => 0), 1]);
  await store.save(caller, { transcripts: 30, calls: 30, audit: null }, 1);
  await apply();
  expect(await left(caller)).toEqual({ calls: 1, transcripts: 0 });
  const { rows } = await owner.query(
    "select data from audit_log where action = 'retention.applied' and tenant_id = $1 order by id",
    [tenantId],
  );
  expect(rows.map(({ data }) => data)).toEqual([
    ...[
      { transcripts: 620, calls: 0, audit: 0 },
      { transcripts: 0, calls: 930, audit: 0 },
    ],
  ]);
});

test('DA11, AU8: the audit log is cut in the night as the preview said, and what is left is verified', async () => {
  const [caller, other] = [await desk(), await desk()];
  const seal = async () => {
    const sealing = createAuditSealing(database, keys, silent);
    while (await sealing.sealSome()) {}
  };
  const entries = async ({ tenantId }: Caller, daysAgo: number, count: number) => {
    await owner.query(
      `insert into audit_log (tenant_id, at, actor, action, subject)
       select $1, now() - $2 * interval '1 day', 'kit', 'call.read', 'call' from generate_series(1, $3)`,
      [tenantId, daysAgo, count],
    );
    await seal();
  };
  const kept = async ({ tenantId }: Caller) => {
    const { rows } = await owner.query(
      "select count(*)::int as n from audit_log where tenant_id = $1 and action = 'call.read'",
      [tenantId],
    );
    return rows[0].n;
  };
  for (const each of [caller, other]) {
    await entries(each, 400, 1_200);
    await entries(each, 181, 30);
    await entries(each, 179, 20);
  }
  const log = createAuditRetention(database, keys, silent);
  expect(await log.countBefore(caller.tenantId, before(180, new Date()) ?? new Date())).toBe(1_230);
  await store.save(caller, { transcripts: null, calls: null, audit: 180 }, 0);
  expect(await store.all()).toContainEqual({
    ...{ tenantId: caller.tenantId, days: { transcripts: null, calls: null, audit: 180 } },
  });
  await apply();
  expect(await kept(caller)).toBe(20);
  expect(await kept(other)).toBe(1_250);
  await seal();
  for (const { tenantId } of [caller, other])
    expect(await verifyAuditLog(database, { key, tenantId, expected: null })).toMatchObject([
      { findings: [] },
    ]);
  const { rows } = await owner.query(
    "select data from audit_log where action = 'retention.applied' and tenant_id = $1",
    [caller.tenantId],
  );
  expect(rows).toEqual([{ data: { transcripts: 0, calls: 0, audit: 1_230 } }]);
  await apply();
  expect(await kept(caller)).toBe(20);
});

test('DA12: of two people who change it the second is told, and less than the least is refused', async () => {
  const caller = await desk();
  const days = { transcripts: 90, calls: null, audit: null };
  expect(await store.save(caller, days, 0)).toMatchObject({ revision: 1 });
  expect(await store.save(caller, { ...days, calls: 365 }, 0)).toBeNull();
  expect(await store.save(caller, { ...days, calls: 365 }, 1)).toMatchObject({ revision: 2 });
  for (const less of [{ transcripts: 1 }, { calls: 29 }, { audit: 179 }])
    await expect(store.save(caller, { ...days, ...less }, 2)).rejects.toThrow();
});
