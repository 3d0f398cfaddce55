import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountTables } from '../src/adapters/postgres/personal-data/account-tables.ts';
import { jobTables } from '../src/adapters/postgres/personal-data/job-tables.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { deskTables } from '../src/adapters/postgres/personal-data/registry.ts';
import type { Person, PersonalData } from '../src/ports/personal-data.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { testDigest } from '../testing/number-digest.ts';
import { examples } from '../testing/personal-data-examples.ts';

let test_: TestDatabase;
let owner: pg.Client;
let personalData: PersonalData;

beforeAll(async () => {
  test_ = await createTestDatabase();
  owner = new pg.Client(test_.owner);
  await owner.connect();
  personalData = createPersonalData(await test_.open(), testDigest);
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

const registered = [...deskTables, ...accountTables, ...jobTables];

describe('PD1: the registry and the schema', () => {
  /** Types that hold no words: whatever else a column may be, it has to be registered. */
  const wordless = [
    'uuid',
    'boolean',
    'smallint',
    'integer',
    'bigint',
    'double precision',
    'numeric',
    'real',
  ];

  async function textColumns(): Promise<Map<string, string[]>> {
    const { rows } = await owner.query<{ name: string; columns: string[] | null }>(
      `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name,
              (select array_agg(a.attname::text order by a.attname) from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                 and format_type(a.atttypid, null) <> all($1)
                 and format_type(a.atttypid, null) not like 'timestamp%' and format_type(a.atttypid, null) <> 'interval'
              ) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'f', 'm') and not c.relispartition
         and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
      [wordless],
    );
    return new Map(rows.map(({ name, columns }) => [name, columns ?? []]));
  }

  test('have the same tables', async () => {
    const tables = [...(await textColumns()).keys()];
    expect(registered.map(({ table }) => table).toSorted()).toEqual(tables.toSorted());
  });

  test('have the same columns, as far as they can hold text', async () => {
    const stored = await textColumns();
    const faults = registered.flatMap(({ table, columns }) => {
      const wanted = stored.get(table) ?? [];
      const named = Object.keys(columns);
      return [
        ...wanted.filter((name) => !named.includes(name)).map((name) => `${table}.${name} is not registered`),
        ...named.filter((name) => !wanted.includes(name)).map((name) => `${table}.${name} does not exist`),
      ];
    });
    expect(faults).toEqual([]);
  });

  test('words are registered by the type of their column', async () => {
    const { rows } = await owner.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where data_type = 'jsonb'",
    );
    const json = new Set(rows.map(({ name }) => name));
    for (const { table, columns } of deskTables) {
      for (const [name, content] of Object.entries(columns)) {
        if (content.startsWith('words'))
          expect(content === 'words in JSON', `${table}.${name}`).toBe(json.has(`${table}.${name}`));
      }
    }
  });

  test('a table that is not searched says why, and one that is has an example here', () => {
    for (const { table, none, byNumber, byUser, columns } of registered) {
      const searched = byNumber !== undefined || byUser !== undefined;
      expect(searched, table).toBe(none === undefined);
      if (Object.values(columns).some((content) => content === 'number'))
        expect(byNumber, table).toBeDefined();
    }
    const searched = deskTables.filter(({ none }) => none === undefined).map(({ table }) => table);
    expect(Object.keys(examples).toSorted()).toEqual(searched.toSorted());
  });

  test('every condition and every change is valid SQL for the role that runs it', async () => {
    const nobody: Person[] = [
      { kind: 'number', number: '+10000000000' },
      { kind: 'user', userId: randomUUID() },
    ];
    for (const person of nobody) {
      expect(await personalData.find('one', person)).toEqual({});
      expect((await personalData.export('one', person)).records).toEqual({});
    }
  });
});
