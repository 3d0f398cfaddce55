import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallSearch } from '../src/adapters/postgres/call-search/search.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { connectionFor, type DatabaseRole, groupName } from '../src/adapters/postgres/roles.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { plantCall, run, writeDocuments } from '../testing/searched-calls.ts';

let testDatabase: TestDatabase;
let database: Database;
let app: pg.Client;
const ids: Record<'one' | 'two', string[]> = { one: [], two: [] };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  for (const tenant of ['one', 'two'] as const) {
    await createAgentStore(database).createTenant({ id: tenant, name: tenant }, starterAgents);
    for (const at of ['2026-10-13T10:00:00Z', '2026-10-12T10:00:00Z', '2026-09-01T10:00:00Z']) {
      ids[tenant].push(await plantCall(database, { tenant, at, said: [`crown secret of ${tenant}`] }));
    }
  }
  await writeDocuments(database);
  // One of each stays without a document.
  for (const tenant of ['one', 'two'] as const) {
    ids[tenant].unshift(await plantCall(database, { tenant, at: '2026-11-01T10:00:00Z', said: ['crown'] }));
  }
  // As if both tenants had the same key: a document of one with the words of the other.
  await run(
    database,
    `update call_search set words = words || (
       select array_to_tsvector(array_agg(search_prefix('one', search_period(call_search.call_id)) || word))
       from unnest(array['crown', 'secret']) as word)
     where tenant_id = 'two'`,
  );
  app = await connect('app');
});
afterAll(async () => {
  await app.end();
  await testDatabase.drop();
});

async function connect(role: DatabaseRole): Promise<pg.Client> {
  const client = new pg.Client(connectionFor(testDatabase.owner, role, testDatabase.secret));
  await client.connect();
  return client;
}

const nil = '00000000-0000-0000-0000-000000000000';
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The function itself, on a connection of the app role. */
async function ask(tenant: string | null, values: readonly unknown[]): Promise<string[]> {
  await app.query('begin');
  try {
    if (tenant !== null) await app.query("select set_config('parley.tenant', $1, true)", [tenant]);
    const { rows } = await app.query<{ ids: string[] }>('select ids from search_calls($1, $2, $3, $4, $5)', [
      ...values,
    ]);
    return rows[0]?.ids ?? [];
  } finally {
    await app.query('rollback');
  }
}

const hostile = [
  "'#crown'",
  "'#crown':*",
  "'#':*",
  "'crown'",
  "!'#nothing'",
  "!'nothing' | '#crown'",
  "'':*",
  "'#crown' | 'x'') or true --'",
  "'#crown'); set parley.tenant = ''two''; --",
  "'#secret' & '#crown'",
  "'#=0000000000' | '#+1':*",
  '',
  ' ',
];

describe('the function that searches calls', () => {
  test.each(hostile)('SE9: asked for %j it answers with calls of the tenant or an error', async (query) => {
    const two = await run(database, "select search_prefix('two', search_period($1::uuid)) as key", [
      ids.two[1],
    ]);
    const key = String(two[0]?.key);
    for (const text of [query, query.replaceAll('#', key), query.replaceAll('#', `${key}#`)]) {
      for (const [before, oldest] of [
        [last, nil],
        [null, null],
        [ids.two[0], ids.two[3]],
        [nil, last],
      ]) {
        const found = await ask('one', [text, before, oldest, 1000, 100]).catch((error: pg.DatabaseError) => {
          // Text that is no query; nothing else goes wrong.
          expect(error.code).toBe('42601');
          return [];
        });
        for (const id of found) expect(ids.one).toContain(id);
      }
    }
  });

  test('SE9: whatever is asked for, only calls of the tenant of the transaction are found', async () => {
    for (const tenant of ['one', 'two'] as const) {
      expect(await ask(tenant, ["'#crown'", null, null, 100, 1000])).toEqual(ids[tenant]);
      expect(await ask(tenant, ["!'#nothing'", null, null, 100, 1000])).toEqual(ids[tenant]);
      const search = createCallSearch(database, 60_000);
      const found = await search.find(tenant, {
        ...{ filters: { q: 'crown' }, limit: 100, after: undefined, timeZone: 'UTC' },
      });
      expect(found.hits.map(({ call }) => call._id)).toEqual(ids[tenant]);
    }
  });

  test.each([null, '', 'three', 'on', 'one ', "one' or '1'='1"])(
    'SE9: without a tenant that has calls (%j) nothing is found',
    async (tenant) => {
      for (const query of hostile) {
        const found = await ask(tenant, [query, null, null, 1000, 1000]).catch(() => []);
        expect(found).toEqual([]);
      }
    },
  );

  test('SE9: a tenant of an earlier transaction is not remembered', async () => {
    expect(await ask('one', ["'#crown'", null, null, 10, 100])).toHaveLength(4);
    expect(await ask(null, ["'#crown'", null, null, 10, 100])).toEqual([]);
  });

  test.each([
    [-1, -1],
    [0, 0],
    [2_147_483_647, 2_147_483_647],
    [null, null],
  ])('SE9: a page of %s in %s ms is one of the tenant', async (wanted, budget) => {
    const found = await ask('one', ["'#crown'", null, null, wanted, budget]);
    expect(found.length).toBeGreaterThan(0);
    for (const id of found) expect(ids.one).toContain(id);
  });

  test('SE9: tables and functions of the caller do not take the place of ours', async () => {
    await app.query('begin');
    try {
      await app.query("select set_config('parley.tenant', 'one', true)");
      await app.query("set local search_path = 'pg_temp', 'public'");
      await expect(
        app.query('create temporary table call_search (tenant_id text, call_id uuid, words tsvector)'),
      ).rejects.toMatchObject({ code: '42501' });
    } finally {
      await app.query('rollback');
    }
  });
});

test('SE9: the function runs as a role that nobody connects in and that reads two tables', async () => {
  const owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  const role = groupName(testDatabase.owner.database, 'search');
  try {
    const { rows } = await owner.query(
      `select r.rolname, r.rolcanlogin, r.rolsuper, r.rolbypassrls, r.rolcreaterole, p.prosecdef, p.proconfig
       from pg_proc p join pg_roles r on r.oid = p.proowner where p.proname = 'search_calls'`,
    );
    expect(rows).toEqual([
      {
        ...{ rolname: role, rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false },
        prosecdef: true,
        proconfig: expect.arrayContaining(['search_path=pg_catalog, pg_temp']),
      },
    ]);
    const held = await owner.query(
      `select c.relname || ' ' || string_agg(a.privilege_type, ', ') as may
       from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
       where r.rolname = $1 group by c.relname order by 1`,
      [role],
    );
    expect(held.rows.map(({ may }) => may)).toEqual(['call_search SELECT', 'call_search_due SELECT']);
    const members = await owner.query(
      `select m.rolname from pg_auth_members a join pg_roles g on g.oid = a.roleid join pg_roles m on m.oid = a.member
       where g.rolname = $1 and not m.rolsuper`,
      [role],
    );
    expect(members.rows).toEqual([]);
    const owned = await owner.query(
      `select count(*)::int as n from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = $1`,
      [role],
    );
    expect(owned.rows).toEqual([{ n: 0 }]);
  } finally {
    await owner.end();
  }
});

test.each(['system', 'identity'] as const)('SE9: the %s role may not call it', async (role) => {
  const client = await connect(role);
  try {
    await expect(
      client.query(`select * from public.search_calls('''#crown''', null, null, 1, 1)`),
    ).rejects.toMatchObject({ code: '42501' });
  } finally {
    await client.end();
  }
});

test('SE9: the app role sees documents of its tenant only, and can write none', async () => {
  const [rows] = await database.readForTenant('one', [
    { text: 'select distinct tenant_id from call_search', values: [] },
  ]);
  expect(rows).toEqual([['one']]);
  const write = (text: string) => database.readForTenant('one', [{ text, values: [] }]);
  await expect(write("update call_search set words = ''")).rejects.toMatchObject({ code: '42501' });
  await expect(write('select * from call_search_due')).rejects.toMatchObject({ code: '42501' });
  await expect(
    write(`insert into call_search_due (tenant_id, call_id) values ('two', '${ids.two[0]}')`),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(write('set role none; set local parley.tenant = 1')).rejects.toThrow();
});
