import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendAudit } from '../src/adapters/postgres/audit/append.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { connectionFor } from '../src/adapters/postgres/roles.ts';
import { withOrigin } from '../src/lib/request-origin.ts';
import { testSecret } from '../testing/cluster.ts';
import { type OpenedDatabase, openTestDatabase } from '../testing/opened-database.ts';

let opened: OpenedDatabase;
let database: OpenedDatabase['database'];
let owner: OpenedDatabase['owner'];

beforeAll(async () => {
  opened = await openTestDatabase();
  ({ database, owner } = opened);
});
afterAll(() => opened.drop());
beforeEach(async () => {
  await owner.query('truncate audit_log, audit_unsealed');
});

const entry = { tenantId: 'one', actor: 'kit', action: 'call.ended', subject: 'a-call' } as const;

const stored = async () =>
  (await owner.query('select actor, actor_kind, address, is_read from audit_log order by id')).rows;

describe('AU2: who acted, and from where', () => {
  const origin = { actorKind: 'key', address: '203.0.113.7' } as const;

  test('is taken from the request, however deep the transaction is', async () => {
    await withOrigin(origin, async () => {
      await database.forTenant('one', (tx) => appendAudit(tx, entry));
      await database.asSystem((tx) => appendAudit(tx, entry));
      const insert = `insert into audit_log (tenant_id, actor, action, subject) values ('one', 'kit', 'call.ended', 'a')`;
      await database.writeForTenant('one', [{ text: insert, values: [] }]);
      await database.admission([{ text: insert, values: [] }]);
    });
    const expected = { actor: 'kit', actor_kind: 'key', address: '203.0.113.7', is_read: false };
    expect(await stored()).toEqual(Array(4).fill(expected));
  });

  test('leaves it to the transaction how much it sees of others', async () => {
    const level = await withOrigin(origin, () =>
      database.asSystem(async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read`);
        return tx.execute(sql`show transaction_isolation`);
      }),
    );
    expect(level.rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
  });

  test('is not kept by a connection for the next request', async () => {
    await withOrigin(origin, () => database.forTenant('one', (tx) => appendAudit(tx, entry)));
    await database.forTenant('one', (tx) => appendAudit(tx, entry));
    expect((await stored())[1]).toEqual({
      ...{ actor: 'kit', actor_kind: 'person', address: null, is_read: false },
    });
  });

  test.each([
    ['command line', 'command line'],
    ['system', 'server'],
    ['environment', 'server'],
    ['sign-up', 'server'],
    ['agent kuzco', 'server'],
    ['user_2abc', 'person'],
  ])('%s is of the kind %s, also where a server of the release before writes it', async (actor, kind) => {
    await database.forTenant('one', (tx) => appendAudit(tx, { ...entry, actor }));
    expect(await stored()).toEqual([{ actor, actor_kind: kind, address: null, is_read: false }]);
  });
});

test('AU3: a server of the release before that names an account by its address writes its id', async () => {
  const id = 'b0a7c4f2-6a53-4b4d-9a38-0d9f1b1c2d3e';
  await owner.query(
    `insert into identity."user" ("id", "name", "email", "emailVerified", "firstName", "lastName")
     values ($1, 'Kit Reed', 'kit@example.com', true, 'Kit', 'Reed')`,
    [id],
  );
  for (const email of ['kit@example.com', 'gone@example.com']) {
    await database.identityPool.query(
      `insert into public.audit_log (actor, action, subject) values ('command line', 'access.granted', $1)`,
      [email],
    );
  }
  const { rows } = await owner.query('select subject from audit_log order by id');
  expect(rows).toEqual([{ subject: id }, { subject: 'unknown account' }]);
});

test('AU3: entries of an earlier release lose email addresses, and are sealed like others', async () => {
  await owner.query('alter table audit_log disable trigger all');
  await owner.query(`
    insert into audit_log (actor, action, subject)
    values ('command line', 'access.granted', 'gone@example.com'), ('command line', 'password.reset', 'x@example.com')`);
  await owner.query('alter table audit_log enable trigger all');
  await owner.query("delete from schema_migrations where name = '0037-audit-entries.sql'");
  await prepareDatabase(opened.created.owner, testSecret);
  const { rows } = await owner.query(
    'select tenant_id, subject, id in (select entry_id from audit_unsealed) as waits from audit_log order by id',
  );
  expect(rows).toEqual(Array(2).fill({ tenant_id: 'gs-dental', subject: 'unknown account', waits: true }));
});

describe('AU6: no role can change or remove an entry', () => {
  const statements = [
    "update audit_log set actor = 'nobody'",
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_seals',
    "update audit_checkpoints set head_seq = 0, signature = ''",
    'delete from audit_unsealed',
    'alter table audit_log disable trigger all',
  ];

  test.each(statements)('the app role: %s', async (statement) => {
    await expect(
      database.forTenant('one', async (tx) => {
        await appendAudit(tx, entry);
        await tx.execute(sql.raw(statement));
      }),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('the system role removes nothing that no checkpoint is ahead of', async () => {
    await database.forTenant('one', (tx) => appendAudit(tx, entry));
    const client = new pg.Client(connectionFor(opened.created.owner, 'system', opened.created.secret));
    await client.connect();
    try {
      expect((await client.query('delete from audit_log')).rowCount).toBe(0);
      await expect(client.query("update audit_log set actor = 'x'")).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('truncate audit_log')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
    expect(await stored()).toHaveLength(1);
  });

  test('a tenant reads its own entries alone, and adds to no other log', async () => {
    await database.forTenant('one', (tx) => appendAudit(tx, entry));
    const seen = await database.forTenant('two', (tx) => tx.execute(sql`select id from audit_log`));
    expect(seen.rows).toEqual([]);
    await expect(database.forTenant('two', (tx) => appendAudit(tx, entry))).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });
});
