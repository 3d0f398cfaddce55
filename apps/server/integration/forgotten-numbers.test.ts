import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { CallReservation } from '../src/ports/call-admission.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { noLimits } from '../testing/no-limits.ts';
import { removeDeleted } from '../testing/remove-deleted.ts';

const migration = '0008-forget-dialled-numbers.sql';
const number = '+12025550199';

let testDatabase: TestDatabase;
let database: Database;
let admin: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  admin = new pg.Client(testDatabase.owner);
  await admin.connect();
  await createAgentStore(database).createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(async () => {
  await admin.end();
  await testDatabase.drop();
});

function order(over: Partial<CallReservation> = {}): CallReservation {
  const callId = randomUUIDv7();
  return {
    ...{
      tenantId: 'one',
      userId: 'kit',
      callId,
      agentId: 'kuzco',
      agentVersion: 1,
      fingerprint: callId,
      at: new Date(),
    },
    ...{ to: number, from: '+15005550006', instructions: 'Say hello.', idempotencyKey: null },
    carrier: 'lab',
    engine: 'relay',
    userName: null,
    carrierAccount: null,
    ...over,
  };
}

async function ended(made: CallReservation): Promise<CallReservation> {
  await createCallAdmission(database).reserve(made, noLimits);
  await admin.query("update calls set status = 'completed', ended_at = now() where id = $1", [made.callId]);
  return made;
}

/** The tables that contain a text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found = [];
  for (const { name } of rows) {
    const { rowCount } = await admin.query(`select from ${name} as t where t::text like $1 limit 1`, [
      `%${text}%`,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

describe('CL17 a call that was deleted', () => {
  test('leaves its number nowhere in the database', async () => {
    const { callId } = await ended(order());
    expect(await tablesWith(number)).toEqual(
      expect.arrayContaining(['public.calls', 'public.dial_attempts']),
    );
    const store = createCallStore(database, { send: async () => {} } as never);
    expect(await store.remove('one', callId, 'kit')).toBe('removed');
    await removeDeleted(database);
    expect(await tablesWith(number)).toEqual([]);
  });

  test('still counts for limits, and its request is still not dialled again', async () => {
    const key = { idempotencyKey: 'key-1', fingerprint: 'the same' };
    const { callId } = await ended(order(key));
    const store = createCallStore(database, { send: async () => {} } as never);
    await store.remove('one', callId, 'kit');
    await removeDeleted(database);
    const again = await createCallAdmission(database).reserve(order(key), noLimits);
    expect(again).toEqual({ kind: 'repeated', callId, to: number });
  });

  test('is removed also when a server of the version before deletes it', async () => {
    const { callId } = await ended(order());
    await database.forTenant('one', async (tx) => {
      await tx.execute(`delete from calls where id = '${callId}'`);
    });
    const { rows } = await admin.query('select to_number from dial_attempts where call_id = $1', [callId]);
    expect(rows).toEqual([{ to_number: '' }]);
  });
});

test('releasing the key of a call looks for its attempt by an index, however many there are', async () => {
  await admin.query(
    `insert into dial_attempts (tenant_id, id, call_id, user_id, fingerprint, to_number)
     select 'one', gen_random_uuid(), gen_random_uuid(), 'kit', '', '' from generate_series(1, 20000)`,
  );
  await admin.query('analyze dial_attempts');
  const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
    `explain update dial_attempts set idempotency_key = null where call_id = '${randomUUIDv7()}'`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('dial_attempts_call');
});

describe('attempts with a wrong clock', () => {
  const yearMs = 365 * 24 * 3_600_000;
  const deployment = { perMinute: 1_000_000, perDay: 1_000_000 };
  const limits = { perMinute: 2, perDay: 2, deployment };

  test('a year ahead do not count for a year', async () => {
    const kim = { userId: 'kim', tenantId: 'ahead' };
    await createAgentStore(database).createTenant({ id: 'ahead', name: 'Ahead' }, starterAgents);
    const book = createCallAdmission(database);
    const future = new Date(Date.now() + yearMs);
    for (let call = 0; call < 2; call += 1) {
      expect(await book.reserve(order({ ...kim, at: future }), limits)).toEqual({ kind: 'admitted' });
    }
    expect(await book.reserve(order({ ...kim, at: future }), limits)).toMatchObject({ kind: 'too_many' });
    expect(await book.reserve(order(kim), limits)).toEqual({ kind: 'admitted' });
  });

  test('a little ahead do count: correcting a clock raises no limit', async () => {
    const lee = { userId: 'lee', tenantId: 'little' };
    await createAgentStore(database).createTenant({ id: 'little', name: 'Little' }, starterAgents);
    const book = createCallAdmission(database);
    const soon = new Date(Date.now() + 30_000);
    for (let call = 0; call < 2; call += 1) {
      expect(await book.reserve(order({ ...lee, at: soon }), limits)).toEqual({ kind: 'admitted' });
    }
    expect(await book.reserve(order(lee), limits)).toMatchObject({ kind: 'too_many' });
  });
});

describe('the migration', () => {
  /** The database as it was before, with an owner who is bound by row-level security like everybody else. */
  async function before(work: (owner: pg.ClientConfig, root: pg.Client) => Promise<void>): Promise<void> {
    const cluster = inject('cluster');
    const name = `before_${process.pid}_${Date.now()}`;
    const owner = { ...cluster, database: name, user: name, password: 'a password for testing' };
    await admin.query(`create role ${name} login createrole password 'a password for testing'`);
    await admin.query(`create database ${name} owner ${name}`);
    const root = new pg.Client({ ...cluster, database: name });
    await root.connect();
    try {
      await root.query(
        `do $$ declare g text; begin
           for g in select rolname from pg_roles where rolname in ('parley_app', 'parley_system', 'parley_identity') loop
             execute format('grant %I to ${name} with admin option', g);
           end loop;
         end $$`,
      );
      await prepareDatabase(owner, testSecret);
      await root.query('drop index dial_attempts_call');
      await root.query('drop trigger forget_dialled_number on calls');
      await root.query('delete from schema_migrations where name = $1', [migration]);
      await root.query("insert into tenants (id, name) values ('one', 'One')");
      await work(owner, root);
    } finally {
      await root.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop owned by ${name}`);
    }
  }

  const attempt = (id: string) =>
    `insert into dial_attempts (tenant_id, id, call_id, user_id, fingerprint, to_number)
     values ('one', '${id}', '${id}', 'kit', '', '${number}')`;

  test('removes the numbers of calls deleted earlier, and no others', async () => {
    await before(async (owner, root) => {
      const [there, gone] = [randomUUIDv7(), randomUUIDv7()];
      await root.query(
        `insert into calls (tenant_id, id, carrier, direction, status, engine)
         values ('one', '${there}', 'lab', 'outbound', 'completed', 'relay')`,
      );
      for (const id of [there, gone]) await root.query(attempt(id));
      expect((await prepareDatabase(owner, testSecret)).applied).toEqual([migration]);
      const { rows } = await root.query('select call_id, to_number from dial_attempts order by to_number');
      expect(rows).toEqual([
        { call_id: gone, to_number: '' },
        { call_id: there, to_number: number },
      ]);
      const policies = await root.query("select from pg_policies where policyname = 'while_migrating'");
      expect(policies.rowCount).toBe(0);
    });
  });

  test('does not block running servers, and repairs an interrupted index build', async () => {
    await before(async (owner, root) => {
      const running = new pg.Client({ ...inject('cluster'), database: owner.database });
      await running.connect();
      await running.query('begin');
      await running.query(attempt(randomUUIDv7()));
      const cutOff = new pg.Client({ ...inject('cluster'), database: owner.database });
      await cutOff.connect();
      await cutOff.query("set statement_timeout = '200ms'");
      await expect(
        cutOff.query('create index concurrently dial_attempts_call on dial_attempts (call_id)'),
      ).rejects.toThrow();
      await cutOff.end();

      const migrating = prepareDatabase(owner, testSecret);
      const waits = async () =>
        (
          await root.query(
            "select from pg_stat_activity where query like '%index concurrently%' and wait_event_type = 'Lock' and datname = current_database()",
          )
        ).rowCount;
      await expect.poll(waits).toBe(1);
      await root.query("set lock_timeout = '5s'");
      await root.query(attempt(randomUUIDv7()));
      await running.query('commit');
      await running.end();
      expect((await migrating).applied).toEqual([migration]);
      const { rows } = await root.query(
        "select indisvalid from pg_index where indexrelid = 'dial_attempts_call'::regclass",
      );
      expect(rows).toEqual([{ indisvalid: true }]);
    });
  });
});
