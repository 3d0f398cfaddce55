import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { connectionFor, type DatabaseRole } from '../src/adapters/postgres/roles.ts';
import { type ClusterConnection, testSecret } from '../testing/cluster.ts';
import { createTestDatabase } from '../testing/database.ts';
import { makeOldDeployment, run, startAsOldVersion } from '../testing/old-deployment.ts';

/** Two deployments share one PostgreSQL: each has a database of its own, but roles belong to the whole server. */

const roles: DatabaseRole[] = ['app', 'system', 'identity'];
const tables = ['public.calls', 'public.tenants', 'identity."user"', 'jobs.job'];

/** Which tables of `owner`'s database the login of another deployment could read. */
const readable = (owner: ClusterConnection, login: string) =>
  run(owner, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where has_table_privilege($2, name, $3)',
      [tables, login, 'select'],
    );
    return rows.map(({ name }) => name);
  });

async function expectShut(mine: ClusterConnection, theirs: ClusterConnection): Promise<void> {
  for (const role of roles) {
    const login = connectionFor(theirs, role, testSecret);
    const client = new pg.Client({ ...login, database: mine.database });
    await expect(client.connect(), `${role} of another deployment`).rejects.toMatchObject({ code: '42501' });
    expect(await readable(mine, login.user), `${role} of another deployment`).toEqual([]);
  }
}

async function drop(owner: ClusterConnection): Promise<void> {
  await run(inject('cluster'), (client) => client.query(`drop database ${owner.database} with (force)`));
}

const open = async (owner: ClusterConnection): Promise<Database> => {
  const database = await openDatabase({ owner, secret: testSecret, onError: () => {} });
  onTestFinished(() => database.close().catch(() => {}));
  return database;
};

const seesItsOwn = async (database: Database) => {
  const { rows } = await database.forTenant('one', (tx) => tx.execute(sql`select id from tenants`));
  expect(rows).toEqual([{ id: 'one' }]);
  await database.asSystem((tx) => tx.execute(sql`select * from jobs.job`));
  await database.identityPool.query('select * from identity."user"');
};

test('the logins of one deployment can neither connect to nor read another one', async () => {
  await using one = await createTestDatabase();
  await using two = await createTestDatabase();
  await expectShut(one.owner, two.owner);
  await expectShut(two.owner, one.owner);
  await (await one.open()).ping();
});

test('an upgrade closes a deployment of an earlier version to its neighbours, while its servers keep working', async () => {
  const mine = await makeOldDeployment(testSecret);
  onTestFinished(() => drop(mine));
  const theirs = await makeOldDeployment(testSecret);
  onTestFinished(() => drop(theirs));
  expect(await readable(mine, connectionFor(theirs, 'system', testSecret).user)).toContain('public.calls');

  const running = await open(mine);
  let stop = false;
  const failures: unknown[] = [];
  const worker = (async () => {
    while (!stop) await seesItsOwn(running).catch((error) => failures.push(error));
  })();
  await prepareDatabase(mine, testSecret);
  stop = true;
  await worker;
  expect(failures).toEqual([]);
  await seesItsOwn(running);
  await seesItsOwn(await open(mine));
  await expectShut(mine, theirs);

  // The neighbour, still of the earlier version, keeps working; ours cannot read it even before it is migrated.
  await seesItsOwn(await open(theirs));
  for (const role of roles) {
    expect(await readable(theirs, connectionFor(mine, role, testSecret).user)).toEqual([]);
  }
});

test('an earlier version that starts once more leaves no access open after the next upgrade', async () => {
  const mine = await makeOldDeployment(testSecret);
  onTestFinished(() => drop(mine));
  const theirs = await makeOldDeployment(testSecret);
  onTestFinished(() => drop(theirs));
  await prepareDatabase(mine, testSecret);
  await run(mine, (client) => startAsOldVersion(client, mine, testSecret));
  await prepareJobs(mine, 'parley_system');
  await seesItsOwn(await open(mine));
  const login = connectionFor(theirs, 'system', testSecret);
  await expect(new pg.Client({ ...login, database: mine.database }).connect()).rejects.toMatchObject({
    code: '42501',
  });
  await prepareDatabase(mine, testSecret);
  await expectShut(mine, theirs);
  await seesItsOwn(await open(mine));
});

test('the upgrade does not lock out the role that makes backups', async () => {
  const mine = await makeOldDeployment(testSecret);
  onTestFinished(() => drop(mine));
  const backup = { ...mine, user: `${mine.database}_backup`, password: 'another long password' };
  await run(mine, (client) =>
    client.query(
      `create role ${backup.user} login bypassrls password '${backup.password}'; grant pg_read_all_data to ${backup.user}`,
    ),
  );
  await prepareDatabase(mine, testSecret);
  const { rows } = await run(backup, (client) => client.query('select id from tenants'));
  expect(rows).toEqual([{ id: 'one' }]);
});
