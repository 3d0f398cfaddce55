import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { connectionFor } from '../src/adapters/postgres/roles.ts';
import { access } from '../src/cli/run-access.ts';
import { doctor } from '../src/cli/run-doctor.ts';
import { type ClusterConnection, testSecret } from '../testing/cluster.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/database.ts';
import { makeOldDeployment, run } from '../testing/old-deployment.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const otherSecret = 'another secret of forty characters or so';
const sentence = 'AUTH_SECRET is not the one that this database was set up with';

let database: TestDatabase;
let folder: string;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-other-secret-'));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end()));
  servers = [];
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DRAIN_SECONDS: '0', ...settings });
  servers.push(server);
  return server;
}

/** What a start could change: passwords and rights of roles, signing keys, migrations. */
const state = (owner: ClusterConnection) =>
  run(owner, async (client) => {
    const rows = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
    return {
      roles: await rows(
        'select rolname, rolpassword from pg_authid where starts_with(rolname, $1) order by 1',
        [owner.database],
      ),
      tables: await rows('select relname, relacl::text from pg_class where relacl is not null order by oid'),
      access: await rows('select datacl::text from pg_database where datname = $1', [owner.database]),
      keys: await rows('select * from identity.jwks order by "id"'),
      migrations: await rows('select * from schema_migrations order by name'),
    };
  });

/** Ends all connections of a server, so that it has to open new ones. */
const cutConnections = (owner: ClusterConnection) =>
  run({ ...inject('cluster'), database: 'postgres' }, (client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      owner.database,
    ]),
  );

test('a running deployment keeps working while a second process with another secret tries to start', async () => {
  const running = await start({ DATABASE_URL: database.url, AUTH_SECRET: database.secret });
  const signedUp = await fetch(`${running.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: running.url },
    body: JSON.stringify({
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      password: 'a long password',
    }),
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const before = await state(database.owner);

  const refused = start({ DATABASE_URL: database.url, AUTH_SECRET: otherSecret });
  await expect(refused).rejects.toThrow(sentence);
  await cutConnections(database.owner);
  await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200);
  const asks = Array.from({ length: 20 }, () =>
    fetch(`${running.url}/api/auth/token`, { headers: { cookie } }).then(({ status }) => status),
  );
  expect(await Promise.all(asks)).toEqual(Array(20).fill(200));
  expect(await state(database.owner)).toEqual(before);
});

test('a server with DATABASE_URL and without AUTH_SECRET changes nothing and says what is missing', async () => {
  const before = await state(database.owner);
  await expect(start({ DATABASE_URL: database.url })).rejects.toThrow(
    /AUTH_SECRET is required with DATABASE_URL/,
  );
  expect(await state(database.owner)).toEqual(before);
  for (const command of [() => access(['list'], missing()), () => doctor([], missing())]) {
    expect(await command()).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('AUTH_SECRET is required'),
    });
  }
});
const missing = () => ({ DATABASE_URL: database.url, DATA_DIR: folder });

test('commands with another secret say so', async () => {
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: otherSecret, DATA_DIR: folder };
  expect(await access(['list'], settings)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining(sentence),
  });
  expect((await doctor([], settings)).output).toMatch(/FAULT {2}database .*AUTH_SECRET is not the one/);
});

test('a deployment from before digests were stored rejects a wrong secret', async () => {
  const owner = await makeOldDeployment(testSecret);
  const client = new pg.Client(connectionFor(owner, 'system', testSecret));
  await client.connect();
  const before = await state(owner);
  await expect(start({ DATABASE_URL: urlOf(owner), AUTH_SECRET: otherSecret })).rejects.toThrow(sentence);
  expect(await state(owner)).toEqual(before);
  expect((await client.query('select id from tenants')).rows).toEqual([{ id: 'one' }]);
  await client.end();

  // With its own secret it starts, and from then on the digest decides.
  await (await start({ DATABASE_URL: urlOf(owner), AUTH_SECRET: testSecret })).end();
  const adopted = await state(owner);
  await expect(start({ DATABASE_URL: urlOf(owner), AUTH_SECRET: otherSecret })).rejects.toThrow(sentence);
  expect(await state(owner)).toEqual(adopted);
  await run(inject('cluster'), (admin) => admin.query(`drop database ${owner.database} with (force)`));
});

test('where the secret is lost, removing the digest allows a new one', async () => {
  await using lost = await createTestDatabase();
  await run(lost.owner, (client) => client.query('delete from identity.auth_secret'));
  const server = await start({ DATABASE_URL: lost.url, AUTH_SECRET: otherSecret });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.end();
  await expect(start({ DATABASE_URL: lost.url, AUTH_SECRET: lost.secret })).rejects.toThrow(sentence);
});
