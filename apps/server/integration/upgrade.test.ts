import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentConfig, agentConfig, publishable } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrationNames, prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTestDatabase } from '../testing/database.ts';

const testing = join(import.meta.dirname, '../testing');
const migrations = join(import.meta.dirname, '../src/adapters/postgres/migrations');
const lastOfFirstRelease = '0009-placed-by-name.sql';
/** Taken by the test to stop a migration at the moment it is recorded. */
const stopLock = 4242;

const cluster = inject('cluster');
const owner = { ...cluster, database: `upgrade_${randomBytes(4).toString('hex')}` };
const admin = new pg.Client(cluster);
const client = new pg.Client(owner);
const newer = (await migrationNames()).filter((name) => name > lastOfFirstRelease);

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${owner.database}`);
  await client.connect();
  await migrateToFirstRelease();
  await client.query(await readFile(join(testing, 'first-release-data.sql'), 'utf8'));
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${owner.database} with (force)`);
  await admin.end();
});

/** Newer migrations are marked as applied while the older ones run. */
async function migrateToFirstRelease(): Promise<void> {
  await client.query(
    'create table schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
  );
  for (const name of newer) {
    const digest = createHash('sha256')
      .update(await readFile(join(migrations, name)))
      .digest('hex');
    await client.query('insert into schema_migrations (name, digest) values ($1, $2)', [name, digest]);
  }
  await prepareDatabase(owner, testSecret);
  await client.query('delete from schema_migrations where name > $1', [lastOfFirstRelease]);
}

type Columns = Map<string, string[]>;

async function columnsOfTables(): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', table_schema, table_name) as name, array_agg(format('%I', column_name)::text order by ordinal_position) as columns
       from information_schema.columns
      where table_schema in ('public', 'identity') and table_name not in ('schema_migrations', 'auth_secret')
      group by 1 order by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row of these tables, with these columns. */
async function contents(columns: Columns): Promise<Map<string, unknown[]>> {
  const tables = new Map<string, unknown[]>();
  for (const [table, names] of columns) {
    const { rows } = await client.query(
      `select row_to_json(r)::text as row from (select ${names.join(', ')} from ${table}) r order by 1`,
    );
    tables.set(table, rows);
  }
  return tables;
}

async function stopBeforeRecording(name: string): Promise<void> {
  await client.query(`
    create or replace function stop_migration() returns trigger language plpgsql as $$
    begin
      if new.name = '${name}' then perform pg_advisory_xact_lock(${stopLock}); end if;
      return new;
    end $$;
    drop trigger if exists stop_migration on schema_migrations;
    create trigger stop_migration before insert on schema_migrations for each row execute function stop_migration();
    select pg_advisory_lock(${stopLock});`);
}

const migrating = () =>
  spawn(process.execPath, [join(testing, 'migrate-once.ts'), JSON.stringify(owner)], { stdio: 'ignore' });

async function untilStopped(child: ChildProcess): Promise<void> {
  await expect
    .poll(async () => {
      expect(child.exitCode).toBeNull();
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
      );
      return rows.length;
    })
    .toBe(1);
}

test('an upgrade that is killed in each migration loses nothing of the first release, and ends when started again', async () => {
  const columns = await columnsOfTables();
  const before = await contents(columns);
  for (const name of newer) {
    await stopBeforeRecording(name);
    const child = migrating();
    await untilStopped(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await client.query('select pg_advisory_unlock($1)', [stopLock]);
  }
  await client.query('drop trigger if exists stop_migration on schema_migrations');
  await prepareDatabase(owner, testSecret);
  const { rows } = await client.query('select name from schema_migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(await migrationNames());
  const after = await contents(columns);
  // PD8: the digits of a number called are the one thing that goes. Access that was given is the organization's.
  const audit = before.get('public.audit_log');
  expect(JSON.stringify(audit)).toContain('********0123');
  before.set(
    'public.audit_log',
    JSON.parse(
      JSON.stringify(audit)
        .replace('\\"to\\": \\"********0123\\", ', '')
        .replace('\\"tenant_id\\":null', '\\"tenant_id\\":\\"gs-dental\\"'),
    ),
  );
  for (const [table, rowsBefore] of before) expect(after.get(table), table).toEqual(rowsBefore);
});

test('SE12: calls of the first release get documents, too', async () => {
  const { rows } = await client.query(
    `select count(*)::int as calls, count(*) filter (where exists (
       select from call_search_due as due where due.tenant_id = calls.tenant_id and due.call_id = calls.id))::int as due
     from calls`,
  );
  expect(rows[0].calls).toBeGreaterThan(0);
  expect(rows[0].due).toBe(rows[0].calls);
  expect((await client.query("select from pg_policies where policyname = 'while_migrating'")).rowCount).toBe(
    0,
  );
});

test('AG18: agents of the first release are version 1 of themselves, with the openings and the numbers that they had', async () => {
  const { rows } = await client.query<AgentRow>(
    `select a.tenant_id, a.id, a.greeting, a.transfer_number, a.engine, a.published_version, a.draft_differs,
       v.version, v.config, a.draft = v.config as same,
       (select array_agg(number || coalesce(' by ' || set_by, '')) from phone_numbers n
        where n.tenant_id = a.tenant_id and n.agent_id = a.id) as numbers
     from agents a join agent_versions v on v.tenant_id = a.tenant_id and v.agent_id = a.id order by 1, 2`,
  );
  expect(rows).toHaveLength(3);
  for (const { config, id, greeting, transfer_number: transfer, engine, ...row } of rows) {
    expect(agentConfig.safeParse(config).error).toBeUndefined();
    expect(publishable(config, id)).toEqual([]);
    expect(row).toMatchObject({ published_version: 1, version: 1, draft_differs: false, same: true });
    expect(config.opening).toMatchObject(openingsOf(greeting, config.identity.displayName));
    expect(config.conversation.transfers.map(({ number }) => number)).toEqual(transfer ? [transfer] : []);
    expect(config.engine.engine).toBe(engine);
  }
  expect(rows.map(({ numbers }) => numbers)).toEqual([['+15005550006'], null, ['+15005550007']]);
});

interface AgentRow {
  id: string;
  greeting: string;
  transfer_number: string | null;
  engine: string | null;
  config: AgentConfig;
  numbers: string[] | null;
}

test('AG18: the openings of an agent say what its greeting said, whatever it was', async () => {
  const greetings = [
    'Hello, this is the AI assistant of GS Dental. How can I help you?',
    'Hello. How are you? This is an AI assistant!',
    'What can I do for you?',
    'An AI assistant speaks',
    '',
    '...  !?',
    ' Grüß Gott,\tein KI-Assistent.  Wie geht es? ',
    '你好。',
  ];
  for (const [index, greeting] of greetings.entries()) {
    const { rows } = await client.query<{ config: AgentConfig }>(
      `insert into agents (tenant_id, id, display_name, persona, greeting, abilities, voice)
       values ('default', $1, 'Ada', 'p', $2, '', 'en-US-Neural2-F') returning draft as config`,
      [`greeting-${index}`, greeting],
    );
    const config = rows[0]?.config;
    expect(config?.opening, greeting).toMatchObject(openingsOf(greeting, 'Ada'));
    expect(config?.speech.voice).toEqual({ provider: 'google', name: 'en-US-Neural2-F' });
  }
});

/** As the release before made them of its one greeting. */
function openingsOf(greeting: string, agentName: string) {
  const sentences = greeting.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [];
  const spoken = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const statements = spoken.filter((sentence) => !sentence.endsWith('?'));
  const introduction =
    statements.length > 0 ? statements : [`Hello, this is the AI assistant of ${agentName}.`];
  const asks = spoken.length > statements.length && statements.length > 0;
  return {
    outbound: introduction.join(' '),
    inbound: (asks ? spoken : [...introduction, 'How can I help you?']).join(' '),
  };
}

test('a migration that waits for a table does not hold up running servers', async () => {
  await using database = await createTestDatabase();
  const [reader, holder] = [new pg.Client(database.owner), new pg.Client(database.owner)];
  await Promise.all([reader.connect(), holder.connect()]);
  try {
    await reader.query('alter table calls drop constraint calls_carrier_name');
    await reader.query(
      "alter table calls add constraint calls_carrier_check check (carrier in ('twilio', 'lab'))",
    );
    await reader.query("delete from schema_migrations where name = '0012-carrier-names.sql'");
    // As a dump does: it has read the table and is not over.
    await holder.query('begin');
    await holder.query('select count(*) from calls');
    const migrating = prepareDatabase(database.owner, testSecret);
    await expect
      .poll(async () => {
        const { rowCount } = await reader.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'relation'",
        );
        return rowCount;
      })
      .toBe(1);
    await reader.query("set statement_timeout = '30s'");
    await reader.query('select count(*) from calls');
    await holder.query('commit');
    expect(await migrating).toMatchObject({ applied: ['0012-carrier-names.sql'] });
  } finally {
    await Promise.all([reader.end(), holder.end()]);
  }
});
