import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTestDatabase } from '../testing/database.ts';

test('CL23: requests of callers from before the migration are unconfirmed', async () => {
  await using database = await createTestDatabase();
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    await client.query('drop index calls_inbound');
    await client.query('alter table do_not_call drop column call_id, drop column unconfirmed');
    await client.query("delete from schema_migrations where name like '0007%'");
    await client.query("insert into tenants (id, name) values ('one', 'One')");
    const listed = async (number: string, direction: string) => {
      const id = randomUUID();
      await client.query(
        `insert into calls (tenant_id, id, carrier, direction, status, engine)
           values ('one', $1, 'lab', $2, 'completed', 'relay')`,
        [id, direction],
      );
      await client.query(`insert into do_not_call (tenant_id, number, source) values ('one', $1, $2)`, [
        number,
        `call ${id}`,
      ]);
    };
    await listed('+12025550101', 'inbound');
    await listed('+12025550102', 'outbound');
    await client.query(
      "insert into do_not_call (tenant_id, number, source) values ('one', '+12025550103', 'command line')",
    );

    expect(await prepareDatabase(database.owner, testSecret)).toMatchObject({
      applied: ['0007-inbound-guards.sql'],
    });
    const { rows } = await client.query(
      'select number, unconfirmed, call_id is not null as called from do_not_call order by number',
    );
    expect(rows).toEqual([
      { number: '+12025550101', unconfirmed: true, called: true },
      { number: '+12025550102', unconfirmed: false, called: true },
      { number: '+12025550103', unconfirmed: false, called: false },
    ]);
    const forced = await client.query(
      "select count(*)::int as n from pg_class where relname in ('calls', 'do_not_call') and relforcerowsecurity",
    );
    expect(forced.rows).toEqual([{ n: 2 }]);
  } finally {
    await client.end();
  }
});
