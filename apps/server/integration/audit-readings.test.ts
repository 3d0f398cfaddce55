import type { AuditFilter } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAudit } from '../src/adapters/postgres/audit/append.ts';
import { createAuditLog } from '../src/adapters/postgres/audit/reading.ts';
import { everyEntry } from '../src/adapters/postgres/audit/reading-rows.ts';
import { createAuditRetention } from '../src/adapters/postgres/audit/retention.ts';
import { createAuditSealing } from '../src/adapters/postgres/audit/sealing.ts';
import { createStoreReadings } from '../src/adapters/postgres/audit/store-readings.ts';
import { verifyAuditLog } from '../src/adapters/postgres/audit/verification.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { connectionFor } from '../src/adapters/postgres/roles.ts';
import type { AuditReading, StoredAuditEntry } from '../src/ports/audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { storeAsBefore } from '../testing/readings-before.ts';

const key = Buffer.alloc(32, 7);
const keys = { get: async () => key };
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

let test_: TestDatabase;
let database: Database;
let owner: pg.Client;

/** Three people and a key, in two ways, 23 ms apart. */
const reading = (n: number, tenantId = 'one'): AuditReading => ({
  ...{ tenantId, actor: `user-${n % 4}`, actorKind: n % 4 === 3 ? 'key' : 'person', address: '203.0.113.7' },
  ...{ action: n % 7 === 0 ? 'calls.listed' : 'call.read', subject: `call-${n}`, data: { n }, at: n * 23 },
});
const count = 120;

async function sealAll(): Promise<void> {
  const sealing = createAuditSealing(database, keys, log);
  while (await sealing.sealSome()) {}
}

const verify = (tenantId = 'one') => verifyAuditLog(database, { key, tenantId, expected: null });
const findings = async (tenantId = 'one') => (await verify(tenantId)).flatMap((chain) => chain.findings);

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  owner = new pg.Client(test_.owner);
  await owner.connect();
  const store = createStoreReadings(database);
  const all = Array.from({ length: count }, (_, n) => reading(n));
  // As three servers store them, one of the release before, each with what it answered meanwhile.
  for (let from = 0; from < count; from += 30) {
    const part = all.slice(from, from + 30);
    const now = count * 23;
    await store(
      part.filter(({ at }) => at % 3 === 0),
      now,
    );
    await store(
      part.filter(({ at }) => at % 3 === 1),
      now,
    );
    await storeAsBefore(
      database,
      part.filter(({ at }) => at % 3 === 2),
      now,
    );
  }
  await database.forTenant('one', (tx) =>
    appendAudit(tx, { tenantId: 'one', actor: 'user-0', action: 'call.ended', subject: 'a-call' }),
  );
  await store([reading(1, 'two'), reading(5, 'two')], count * 23);
  await sealAll();
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

interface Entry {
  id: number;
  at: Date;
  actor: string;
  actor_kind: string;
  action: string;
  is_read: boolean;
}

const stored = async (): Promise<Entry[]> =>
  (await owner.query(`select * from (${everyEntry}) l where tenant_id = 'one' order by at, id`)).rows;

test('AU4 AU5: every answer is an entry, however they were stored together', async () => {
  const entries = await stored();
  expect(entries).toHaveLength(count + 1);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(count + 1);
  const rows = (await owner.query("select entry_count from audit_readings where tenant_id = 'one'")).rows;
  expect(rows.length).toBeLessThan((count * 2) / 3);
  expect(rows.some(({ entry_count }) => entry_count > 1)).toBe(true);
  expect(await verify()).toMatchObject([{ entries: count + 1, waiting: 0, findings: [] }]);
});

describe('AU12 AU13: pages of the log, whichever way its entries are stored', () => {
  const filters: [string, AuditFilter][] = [
    ['all', {}],
    ['one person', { actor: 'user-2' }],
    ['one action', { action: 'calls.listed' }],
    ['readings', { kind: 'read' }],
    ['changes', { kind: 'change' }],
    ['keys', { by: 'key' }],
  ];
  const limits = [2, 9, 1_000];

  test.each(filters)('of %s have each entry once, in the order of time, both ways', async (_, filter) => {
    const entries = await stored();
    const middle = entries[50]?.at.toISOString() ?? '';
    const late = entries[80]?.at.toISOString() ?? '';
    for (const span of [{}, { from: middle }, { to: late }, { from: middle, to: late }]) {
      const wanted = entries.filter((entry) => isWanted(entry, { ...filter, ...span })).map(({ id }) => id);
      for (const limit of limits) {
        expect(await walk({ ...filter, ...span }, limit, 'exported')).toEqual(wanted);
        expect(await walk({ ...filter, ...span }, limit, 'list')).toEqual(wanted.toReversed());
      }
    }
  });

  const isWanted = (entry: Entry, { actor, action, kind, by, from, to }: AuditFilter) =>
    (actor === undefined || entry.actor === actor) &&
    (action === undefined || entry.action === action) &&
    (kind === undefined || entry.is_read === (kind === 'read')) &&
    (by === undefined || entry.actor_kind === by) &&
    (from === undefined || entry.at >= new Date(from)) &&
    (to === undefined || entry.at < new Date(to));

  async function walk(filter: AuditFilter, limit: number, way: 'list' | 'exported'): Promise<number[]> {
    const auditLog = createAuditLog(database);
    const ids: number[] = [];
    for (let cursor: number | null = null; ; ) {
      const page: readonly StoredAuditEntry[] =
        way === 'list'
          ? await auditLog.list('one', filter, { limit, before: cursor })
          : await auditLog.exported('one', filter, { limit, after: cursor });
      ids.push(...page.map(({ id }) => id));
      cursor = page.at(-1)?.id ?? null;
      if (page.length < limit) return ids;
    }
  }

  test('find a reading by its id, in its own organization alone, and say whether it is sealed', async () => {
    const auditLog = createAuditLog(database);
    const [newest] = await auditLog.list('one', { kind: 'read' }, { limit: 1, before: null });
    const id = newest?.id ?? 0;
    expect(await auditLog.find('one', id)).toEqual({ ...newest, sealed: true });
    expect(await auditLog.find('two', id)).toBeNull();
    expect(await auditLog.find('one', id + 1)).toBeNull();
    expect(await auditLog.actors('one')).toEqual([
      { id: 'user-0', kind: 'person' },
      { id: 'user-1', kind: 'person' },
      { id: 'user-2', kind: 'person' },
      { id: 'user-3', kind: 'key' },
    ]);
  });
});

/** What the owner of the database does behind the back of the server, undone afterwards. */
async function tampered(statement: string, look: () => Promise<void>): Promise<void> {
  const names = ['audit_readings', 'audit_unsealed_readings'];
  for (const name of names) await owner.query(`create table kept_${name} as table ${name}`);
  await owner.query('alter table audit_readings disable trigger all');
  try {
    const { rowCount } = await owner.query(statement);
    expect(rowCount).toBe(1);
    await look();
  } finally {
    for (const name of names) {
      await owner.query(`truncate ${name}`);
      const values = name === 'audit_readings' ? 'overriding system value' : '';
      await owner.query(`insert into ${name} ${values} select * from kept_${name}; drop table kept_${name}`);
    }
    await owner.query('alter table audit_readings enable trigger all');
  }
}

describe('AU7: of readings that are stored together', () => {
  /** The first row with several entries. */
  const row =
    "id = (select min(id) from audit_readings where tenant_id = 'one' and entry_count >= 2 and oldest < newest)";
  const edit = (entries: string, also = '') =>
    `update audit_readings set entries = (${entries})${also} where ${row}`;
  const element = (n: number) => `(entries -> ${n})::text`;

  test.each([
    ['the person was changed', `update audit_readings set actor = 'x' where ${row}`, 'changed', 'all'],
    ['the address was removed', `update audit_readings set address = null where ${row}`, 'changed', 'all'],
    [
      'the time was moved',
      `update audit_readings set stored_at = stored_at + interval '1 minute', oldest = oldest + interval '1 minute',
         newest = newest + interval '1 minute' where ${row}`,
      'changed',
      'all',
    ],
    ['the row was removed', `delete from audit_readings where ${row}`, 'missing', 'all'],
    [
      'the row is looked for at another time',
      `update audit_readings set newest = newest + interval '1 millisecond' where ${row}`,
      'missing',
      'all',
    ],
    [
      'the row was given to another organization',
      `update audit_readings set tenant_id = 'two' where ${row}`,
      'missing',
      'all',
    ],
    [
      'the subject of one was changed',
      edit(`replace(entries::text, entries -> 0 ->> 2, 'call-x')::json`),
      'changed',
      'one',
    ],
    [
      'the data of one was changed',
      edit(`replace(entries::text, (entries -> 0 -> 3)::text, '{}')::json`),
      'changed',
      'one',
    ],
    ['the entries are none', edit(`'[1, "x"]'`, ', entry_count = 2'), 'missing', 'all'],
    [
      'one was put in the place of another',
      edit(`('[' || ${element(0)} || ',' || ${element(0)} || ']')::json`),
      'missing',
      'all',
    ],
    [
      'one was added with the number of another',
      edit(
        `('[[0,' || (entries -> 0 ->> 1) || ',"forged",{}],' || substr(entries::text, 2))::json`,
        ', entry_count = entry_count + 1',
      ),
      'missing',
      'all',
    ],
  ])('each is named where %s', async (_, statement, kind, which) => {
    const { rows } = await owner.query(`select entry_count as entries from audit_readings where ${row}`);
    await tampered(statement, async () => {
      const found = (await findings()).map((finding) => finding.kind);
      const expected = which === 'one' ? 1 : rows[0].entries;
      expect(found.filter((one) => one !== 'inserted')).toEqual(Array(expected).fill(kind));
    });
    expect(await findings()).toEqual([]);
  });

  test('one that was taken out is missed, and the others of its row are as they were', async () => {
    const { rows } = await owner.query(
      `select tenant_id, id, stored_at, entries, entry_count from audit_readings where ${row}`,
    );
    const [{ id, entries, entry_count }] = rows;
    const left = entries.slice(0, -1);
    const ages = left.map(([, age]: number[]) => age);
    const at = (age: number) => `stored_at - ${age} * interval '1 millisecond'`;
    const statement = `update audit_readings set entries = '${JSON.stringify(left)}', entry_count = ${entry_count - 1},
      oldest = ${at(Math.max(...ages))}, newest = ${at(Math.min(...ages))} where id = ${id}`;
    await tampered(statement, async () => {
      expect(await findings()).toMatchObject([
        { kind: 'missing', entryId: 1e14 + id * 1_000 + entry_count - 1 },
      ]);
    });
  });

  test('one that was added is found, in a row that was there or in a new one', async () => {
    const copy = (columns: string) => `insert into audit_readings
      (tenant_id, actor, actor_kind, action, oldest, newest, entry_count, entries)
      select 'one', actor, actor_kind, action, ${columns} from audit_readings where ${row}`;
    await tampered(copy(`now(), now(), 1, '[[0, 0, "call-x", {}]]'`), async () => {
      expect((await findings()).map(({ kind }) => kind)).toEqual(['inserted']);
    });
    const added = edit(
      `(rtrim(entries::text, ']') || '], [' || entry_count || ', ' || (entries -> 0 ->> 1) || ', "call-x", {}]]')::json`,
      ', entry_count = entry_count + 1',
    );
    await tampered(added, async () => {
      expect((await findings()).map(({ kind }) => kind)).toEqual(['inserted']);
    });
  });
});

describe('AU6: no role can change or remove a reading', () => {
  test.each([
    "update audit_readings set actor = 'nobody'",
    'delete from audit_readings',
    'truncate audit_readings',
    'delete from audit_unsealed_readings',
    `insert into audit_readings (tenant_id, actor, actor_kind, action, oldest, newest, entry_count, entries)
     values ('one', 'x', 'person', 'call.read', now(), now(), 1, '[[0, 0, "x", {}]]')`,
  ])('the app role: %s', async (statement) => {
    const tried = database.forTenant('one', (tx) => tx.execute(sql.raw(statement)));
    await expect(tried).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('the system role removes nothing that no checkpoint is ahead of, and a tenant reads its own', async () => {
    const client = new pg.Client(connectionFor(test_.owner, 'system', test_.secret));
    await client.connect();
    try {
      expect((await client.query('delete from audit_readings')).rowCount).toBe(0);
      await expect(client.query("update audit_readings set actor = 'x'")).rejects.toMatchObject({
        code: '42501',
      });
    } finally {
      await client.end();
    }
    const seen = await database.forTenant('two', (tx) =>
      tx.execute(sql`select distinct tenant_id from audit_readings`),
    );
    expect(seen.rows).toEqual([{ tenant_id: 'two' }]);
  });
});

test('AU8: retention removes rows of readings with the parts of the chain that have them', async () => {
  const store = createStoreReadings(database);
  const many = (from: number) =>
    Array.from({ length: 1_500 }, (_, n) => ({ ...reading(0, 'cut'), subject: `call-${from + n}`, at: 0 }));
  await store(many(0), 200_000);
  await sealAll();
  await store(many(1_500), 0);
  await sealAll();
  const retention = createAuditRetention(database, keys, log);
  const before = new Date(Date.now() - 100_000);
  expect(await retention.countBefore('cut', before)).toBe(1_500);
  expect(await retention.cut('cut', before)).toBe(1_500);
  expect(await retention.cut('cut', before)).toBe(0);
  await sealAll();
  // The cut is an entry itself.
  expect(await verify('cut')).toMatchObject([{ entries: 1_501, waiting: 0, findings: [] }]);
});

test('AU7: readings behind a checkpoint that was changed wait', async () => {
  await owner.query("update audit_checkpoints set head_seq = 0 where tenant_id = 'two'");
  await createStoreReadings(database)([reading(9, 'two'), reading(13, 'two')], 2_000);
  await sealAll();
  expect(await verify('two')).toMatchObject([{ entries: 4, waiting: 2 }]);
});
