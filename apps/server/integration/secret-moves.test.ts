import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { type PreparedDatabase, prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { connectionFor } from '../src/adapters/postgres/roles.ts';
import { WrongAuthSecret } from '../src/adapters/postgres/secret-move.ts';
import { access } from '../src/cli/run-access.ts';
import { doctor } from '../src/cli/run-doctor.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { run } from '../testing/old-deployment.ts';

const next = 'the next secret, of forty characters too';
const third = 'a third secret of forty characters or so';

let test_: TestDatabase;
let opened: Database[] = [];
beforeEach(async () => {
  test_ = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
  await test_.drop();
});

const prepare = (secret: string, previous: string | null = null) =>
  prepareDatabase(test_.owner, secret, previous);

const pids = async () =>
  (
    await query(
      'select pid from pg_stat_activity where usename <> current_user and datname = current_database()',
    )
  ).map(({ pid }) => pid as number);

interface Server {
  readonly database: Database;
  readonly backends: readonly number[];
}

/** As a server does: it stays connected. */
async function serve({ login }: PreparedDatabase): Promise<Server> {
  const before = await pids();
  const options = { owner: test_.owner, secret: login.value, secretId: login.id, onError: () => {} };
  const database = await openDatabase({ ...options, poolSize: 2 });
  opened.push(database);
  return { database, backends: (await pids()).filter((pid) => !before.includes(pid)) };
}

/** A backend ends a little later than its client. */
async function end({ database, backends }: Server): Promise<void> {
  await database.close();
  opened = opened.filter((one) => one !== database);
  await expect.poll(async () => (await pids()).filter((pid) => backends.includes(pid))).toEqual([]);
}

const query = (text: string) => run(test_.owner, async (client) => (await client.query(text)).rows);

/** What a start could change. */
const state = async () => ({
  secret: await query('select * from identity.auth_secret'),
  roles: await query(
    `select rolname, rolpassword from pg_authid where starts_with(rolname, '${test_.owner.database}_') order by 1`,
  ),
  keys: await query('select * from identity.jwks'),
});

async function refused(secret: string, previous: string | null, why: string): Promise<void> {
  const before = await state();
  await expect(prepare(secret, previous)).rejects.toMatchObject({ name: 'WrongAuthSecret', why });
  expect(await state()).toEqual(before);
}

test('SR1: two rolling restarts move three servers to the next secret, and each step admits both settings', async () => {
  const old: Server[] = [];
  for (const _ of [1, 2, 3]) old.push(await serve(await prepare(testSecret)));

  // The first restart: a server that knows both signs with the old one.
  const both: Server[] = [];
  for (const server of old) {
    await end(server);
    const prepared = await prepare(next, testSecret);
    expect(prepared.secrets.current.value).toBe(testSecret);
    expect(prepared.secrets.accepted.map(({ value }) => value)).toEqual([testSecret, next]);
    both.push(await serve(prepared));
    // One that was killed comes up with the old setting as well.
    if (server !== old[2]) {
      const again = await serve(await prepare(testSecret));
      await refused(next, null, 'unfinished');
      await end(again);
    }
  }

  // The second restart: the first server with the next one alone finishes the move.
  for (const server of both) {
    await end(server);
    const prepared = await prepare(next);
    expect(prepared.secrets.current.value).toBe(next);
    expect(prepared.secrets.accepted.map(({ value }) => value)).toEqual([next, testSecret]);
    await serve(prepared);
    const again = await prepare(next, testSecret);
    expect(again.secrets.current.value).toBe(next);
    await refused(testSecret, null, 'wrong secret');
  }
  // The old passwords open nothing any more, and what the old secret was stands nowhere in clear.
  const old_ = new pg.Client(connectionFor(test_.owner, 'system', testSecret));
  await expect(old_.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
  expect(JSON.stringify(await state())).not.toContain(testSecret);
});

test('SR1: logins of the first secret that an earlier release made, unmarked, do not survive the move', async () => {
  await prepare(testSecret);
  for (const role of ['app', 'system', 'identity'])
    await query(`comment on role "${test_.owner.database}_${role}_login" is null`);
  await prepare(next, testSecret);
  await prepare(next);
  const old = new pg.Client(connectionFor(test_.owner, 'system', testSecret));
  await expect(old.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
});

test('SR2: settings that do not fit are refused in words and change nothing', async () => {
  await refused(next, null, 'wrong secret');
  await refused(next, third, 'wrong secret');
  const old = await serve(await prepare(testSecret));
  const moving = await serve(await prepare(next, testSecret));
  await refused(next, third, 'wrong previous');
  await refused(third, next, 'wrong previous');
  await refused(third, null, 'wrong secret');
  await refused(next, null, 'unfinished');
  await refused(third, testSecret, 'another next');

  // Nobody uses the next one any more: another one may take its place, and the move may be given up.
  await end(moving);
  await end(await serve(await prepare(third, testSecret)));
  await refused(next, testSecret.replace('a', 'b'), 'wrong secret');
  expect((await prepare(testSecret)).secrets.current.value).toBe(testSecret);
  await end(old);
  expect((await prepare(third)).secrets.current.value).toBe(third);
});

test('a server that is killed between two steps of its start comes up again', async () => {
  await prepare(next, testSecret);
  // As after a kill before the change was stored: roles are made, and the database knows nothing of them.
  await query('update identity.auth_secret set next_id = null, next_digest = null, sealed_for_next = null');
  await end(await serve(await prepare(next, testSecret)));
  // As after a kill before the old roles were dropped: the next start drops them.
  const roles = () =>
    query(`select from pg_roles where starts_with(rolname, '${test_.owner.database}_') and rolcanlogin`);
  expect(await roles()).toHaveLength(6);
  await prepare(next);
  expect(await roles()).toHaveLength(3);
  await query(`create role ${test_.owner.database}_left login password 'x'`);
  await query(`comment on role ${test_.owner.database}_left is 'parley login in ${test_.owner.database}'`);
  await prepare(next);
  expect(await roles()).toHaveLength(3);
});

test('a deployment moves again and again, and back to a secret it had', async () => {
  for (const [from, to] of [
    [testSecret, next],
    [next, third],
    [third, testSecret],
  ] as const) {
    await prepare(to, from);
    expect((await prepare(to)).secrets.accepted.map(({ value }) => value)).toEqual([to, from]);
  }
});

test('commands work with the settings of every step', async () => {
  const settings = (secret: string, previous?: string) => ({
    DATABASE_URL: test_.url,
    AUTH_SECRET: secret,
    ...(previous === undefined ? {} : { AUTH_SECRET_PREVIOUS: previous }),
  });
  const works = async (...given: Parameters<typeof settings>) =>
    expect(await access(['list'], settings(...given))).toMatchObject({ exitCode: 0 });
  await works(testSecret);
  // Before a server has started with them.
  await works(next, testSecret);
  await prepare(next, testSecret);
  await works(testSecret);
  await works(next, testSecret);
  const advice = async () => (await doctor([], settings(next, testSecret))).output;
  expect(await advice()).toMatch(/ok {5}secret {10}AUTH_SECRET_PREVIOUS is in use; leave it out once/);
  await prepare(next);
  expect(await advice()).toMatch(/ok {5}secret {10}AUTH_SECRET_PREVIOUS is not needed any more/);
  await works(next);
  await works(next, testSecret);
  expect(await access(['list'], settings(testSecret))).toMatchObject({
    exitCode: 1,
    output: new WrongAuthSecret().message,
  });
});
