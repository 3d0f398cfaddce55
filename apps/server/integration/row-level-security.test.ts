import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { pipeline } from '../src/adapters/postgres/pipeline.ts';
import { assertRowLevelSecurity, connectionFor, groupName } from '../src/adapters/postgres/roles.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let test_: TestDatabase;
let database: Database;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  await database.asSystem(async (tx) => {
    await tx.execute(sql`insert into tenants (id, name) values ('one', 'One'), ('two', 'Two')`);
    await tx.execute(sql`
      insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
      values ('one', 'a', 'A', '', '', ''), ('two', 'a', 'A', '', '', ''), ('two', 'b', 'B', '', '', '')`);
  });
});
afterAll(() => test_.drop());

const everyAgent = sql`select tenant_id, id from agents order by tenant_id, id`;

test('a select without a WHERE sees only the rows of the tenant that was set', async () => {
  const one = await database.forTenant('one', (tx) => tx.execute(everyAgent));
  const two = await database.forTenant('two', (tx) => tx.execute(everyAgent));
  expect(one.rows).toEqual([{ tenant_id: 'one', id: 'a' }]);
  expect(two.rows).toEqual([
    { tenant_id: 'two', id: 'a' },
    { tenant_id: 'two', id: 'b' },
  ]);
});

test('with no tenant set there are no rows, also on a connection that has served a tenant before', async () => {
  const pool = new pg.Pool({ ...connectionFor(test_.owner, 'app', test_.secret), max: 1 });
  try {
    expect((await pool.query('select * from agents')).rowCount).toBe(0);
    await pool.query("begin; select set_config('parley.tenant', 'one', true); commit");
    expect((await pool.query('select * from agents')).rowCount).toBe(0);
  } finally {
    await pool.end();
  }
});

test('pipelined reads see one tenant each, however they share connections', async () => {
  const statement = { text: 'select tenant_id, id from agents order by id', values: [] };
  const seen = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const tenant = n % 3 === 0 ? 'one' : 'two';
      const [rows] = await database.readForTenant(tenant, [statement]);
      return rows.map(([tenantId]) => tenantId === tenant);
    }),
  );
  expect(seen.map((rows) => rows.length)).toEqual(seen.map((_, n) => (n % 3 === 0 ? 1 : 2)));
  expect(seen.flat()).not.toContain(false);
});

test('a pipelined read leaves no tenant set on its connection, nor does one that fails', async () => {
  const pool = new pg.Pool({ ...connectionFor(test_.owner, 'app', test_.secret), max: 1 });
  const set = { text: "select set_config('parley.tenant', $1, true)", values: ['one'] };
  const agents = { text: 'select id from agents', values: [] };
  const client = await pool.connect();
  try {
    expect(await pipeline(client, [set, agents])).toEqual([[['one']], [['a']]]);
    expect((await client.query('select * from agents')).rowCount).toBe(0);
    const broken = { text: 'select 1 / $1::int', values: ['0'] };
    await expect(pipeline(client, [set, agents, broken, agents])).rejects.toMatchObject({ code: '22012' });
    expect((await client.query('select * from agents')).rowCount).toBe(0);
    expect(client.getTransactionStatus()).toBe('I');
  } finally {
    client.release();
    await pool.end();
  }
});

test('a transaction that cannot be opened throws the cause, writes nothing and releases its connection', async () => {
  const write = (tenant: string) =>
    database.forTenant(tenant, (tx) =>
      tx.execute(sql`insert into do_not_call (tenant_id, number, source) values ('one', '+2', 'test')`),
    );
  // The database refuses this text, so setting the tenant fails, and with it the write.
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => write('on\u0000e')));
  for (const each of tries) expect(each).toMatchObject({ status: 'rejected', reason: { code: '22021' } });
  const { rows } = await database.forTenant('one', (tx) => tx.execute(sql`select number from do_not_call`));
  expect(rows).toEqual([]);
});

test('a tenant can neither write into another nor move its own rows there', async () => {
  const insertForeign = database.forTenant('one', (tx) =>
    tx.execute(sql`insert into do_not_call (tenant_id, number, source) values ('two', '+1', 'test')`),
  );
  await expect(insertForeign).rejects.toMatchObject({ cause: { code: '42501' } });
  const move = database.forTenant('one', (tx) => tx.execute(sql`update agents set tenant_id = 'two'`));
  await expect(move).rejects.toMatchObject({ cause: { code: '42501' } });
});

test('AG18: a server of the release before sees no agent that is archived or was never published', async () => {
  await database.asSystem((tx) =>
    tx.execute(sql`
      insert into agents (tenant_id, id, display_name, persona, greeting, abilities, draft, published_version,
        published_at, archived_at)
      values ('one', 'new', 'New', '', '', '', '{}', null, null, null),
        ('one', 'old', 'Old', '', '', '', '{}', 1, now(), now())`),
  );
  const pool = new pg.Pool({ ...connectionFor(test_.owner, 'app', test_.secret), max: 1 });
  const client = await pool.connect();
  try {
    const set = { text: "select set_config('parley.tenant', $1, true)", values: ['one'] };
    const agents = { text: 'select id from agents order by id', values: [] };
    expect(await pipeline(client, [set, agents])).toEqual([[['one']], [['a']]]);
    expect(await database.readForTenant('one', [agents])).toEqual([[['a'], ['new'], ['old']]]);
  } finally {
    client.release();
    await pool.end();
  }
});

test('every table with a tenant has its security enabled, forced and with a policy', async () => {
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`
      select c.relname, c.relrowsecurity, c.relforcerowsecurity,
             array(select p.roles::text from pg_policies p where p.tablename = c.relname) as bound
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'`),
  );
  expect(rows.length).toBeGreaterThan(9);
  for (const row of rows) {
    expect(row).toMatchObject({ relrowsecurity: true, relforcerowsecurity: true });
    expect(row.bound, row.relname as string).toContain(`{${groupName(test_.owner.database, 'app')}}`);
  }
});

test('the app reaches neither accounts nor the migrations', async () => {
  const pool = new pg.Pool({ ...connectionFor(test_.owner, 'app', test_.secret), max: 1 });
  try {
    await expect(pool.query('select * from identity."user"')).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('select * from schema_migrations')).rejects.toMatchObject({ code: '42501' });
  } finally {
    await pool.end();
  }
});

test('start-up refuses a role that row-level security does not bind', async () => {
  const pool = new pg.Pool({ ...test_.owner, max: 1 });
  try {
    await expect(assertRowLevelSecurity(pool)).rejects.toThrow('is not bound by row-level security');
  } finally {
    await pool.end();
  }
});
