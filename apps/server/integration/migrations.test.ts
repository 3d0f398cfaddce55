import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as afterCallTables from '../src/adapters/postgres/after-call-schema.ts';
import * as apiKeyTables from '../src/adapters/postgres/api-keys/tables.ts';
import * as auditTables from '../src/adapters/postgres/audit/tables.ts';
import * as callSearchTables from '../src/adapters/postgres/call-search/tables.ts';
import * as viewTables from '../src/adapters/postgres/call-views/tables.ts';
import { calls } from '../src/adapters/postgres/calls-table.ts';
import * as campaignTables from '../src/adapters/postgres/campaigns/tables.ts';
import * as connectionTables from '../src/adapters/postgres/connections/tables.ts';
import * as consentTables from '../src/adapters/postgres/consent/tables.ts';
import * as costTables from '../src/adapters/postgres/costs/tables.ts';
import * as dataTables from '../src/adapters/postgres/data/tables.ts';
import { getTableColumns, getTableName, is, PgTable } from '../src/adapters/postgres/drizzle.ts';
import { migrationNames, prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import * as recordingTables from '../src/adapters/postgres/recordings/tables.ts';
import * as reportTables from '../src/adapters/postgres/reports/tables.ts';
import * as schema from '../src/adapters/postgres/schema.ts';
import * as signInTables from '../src/adapters/postgres/sign-in-schema.ts';
import * as toolTables from '../src/adapters/postgres/tool-schema.ts';
import * as webhookTables from '../src/adapters/postgres/webhooks/tables.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const migrations = join(import.meta.dirname, '../src/adapters/postgres/migrations');
const lastOfFirstRelease = 9;

const runner = join(import.meta.dirname, '../testing/migrate-once.ts');

async function migrateInAnotherProcess(connection: object): Promise<string[]> {
  const child = spawn(process.execPath, [runner, JSON.stringify(connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  return JSON.parse(output) as string[];
}

test('processes that start together migrate once: each migration is applied by exactly one of them', async () => {
  const cluster = inject('cluster');
  const raced = { ...cluster, database: `raced_${process.pid}` };
  const admin = new pg.Client(cluster);
  await admin.connect();
  await admin.query(`create database ${raced.database}`);
  try {
    const applied = await Promise.all([1, 2, 3].map(() => migrateInAnotherProcess(raced)));
    expect(applied.flat().sort()).toEqual(await migrationNames());
  } finally {
    await admin.query(`drop database ${raced.database} with (force)`);
    await admin.end();
  }
});

test('a database that has checked the mode of every call under a lock goes on with the same schema', async () => {
  const client = new pg.Client(database.owner);
  await client.connect();
  const valid = async () =>
    (await client.query("select convalidated from pg_constraint where conname = 'calls_mode_check'")).rows;
  try {
    await prepareDatabase(database.owner, testSecret);
    expect(await valid()).toEqual([{ convalidated: true }]);
    // As the migration was before it stopped doing so, and as a server of that release wants it.
    expect(
      (await client.query("select digest from schema_migrations where name = '0020-tries.sql'")).rows,
    ).toEqual([{ digest: '2c670029df9b4018dfebdaaa61b801a7b866431ab577ca12fa2ce15bf4295582' }]);
    await client.query("delete from schema_migrations where name = '0022-check-mode-of-calls.sql'");
    expect((await prepareDatabase(database.owner, testSecret)).applied).toEqual([
      '0022-check-mode-of-calls.sql',
    ]);
    expect(await valid()).toEqual([{ convalidated: true }]);
  } finally {
    await client.end();
  }
});

test('a migration that was changed after it was applied is refused by name', async () => {
  const client = new pg.Client(database.owner);
  await client.connect();
  await client.query("update schema_migrations set digest = 'other' where name = '0001-desk.sql'");
  await expect(prepareDatabase(database.owner, testSecret)).rejects.toThrow('0001-desk.sql was changed');
  await client.query('delete from schema_migrations');
  await client.end();
});

test('no migration checks all calls while nobody can write them', async () => {
  for (const name of (await migrationNames()).slice(lastOfFirstRelease)) {
    const text = await readFile(join(migrations, name), 'utf8');
    // A semicolon in a comment ends nothing.
    const changes = text.replaceAll(/--.*$/gm, '').match(/^alter table calls\b[^;]*;/gm) ?? [];
    for (const change of changes) expect(change, name).not.toMatch(/\bcheck\b(?!.*not valid)|set not null/is);
  }
});

test('the tables in the code are the tables that the migrations make', async () => {
  const client = new pg.Client(database.owner);
  await client.connect();
  const { rows } = await client.query<{ table_name: string; column_name: string; is_nullable: string }>(
    "select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public'",
  );
  await client.end();
  const made = rows
    .filter((row) => row.table_name !== 'schema_migrations')
    .map((row) => `${row.table_name}.${row.column_name} ${row.is_nullable === 'YES' ? 'null' : 'not null'}`);
  const known = [
    calls,
    ...Object.values(schema),
    ...Object.values(callSearchTables),
    ...Object.values(reportTables),
    ...Object.values(afterCallTables),
    ...Object.values(connectionTables),
    ...Object.values(campaignTables),
    ...Object.values(consentTables),
    ...Object.values(toolTables),
    ...Object.values(dataTables),
    ...Object.values(viewTables),
    ...Object.values(apiKeyTables),
    ...Object.values(webhookTables),
    ...Object.values(costTables),
    ...Object.values(recordingTables),
    ...Object.values(auditTables),
    ...Object.values(signInTables),
  ]
    .filter((value) => is(value, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map(
        (column) => `${getTableName(table)}.${column.name} ${column.notNull ? 'not null' : 'null'}`,
      ),
    );
  expect(known.sort()).toEqual(made.sort());
});
