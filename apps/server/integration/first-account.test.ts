import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccessList } from '../src/adapters/postgres/access-list.ts';
import { createAccountStore } from '../src/adapters/postgres/account-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import { testSecret } from '../testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startIdentity, testAppKey, testCode } from '../testing/identity-server.ts';
import { Visitor } from '../testing/visitor.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await testDatabase.drop();
});

const nothing = () => {};
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const access = async (visitor: Visitor) => (await visitor.claims())?.m;

describe('the first account', () => {
  test('is the administrator; later ones wait', async () => {
    const { app } = await startIdentity(database);
    const [first, second] = [new Visitor(app), new Visitor(app)];
    await first.signUp();
    await second.signUp();
    expect(await access(first)).toEqual({ [testAppKey]: 'admin' });
    expect(await access(second)).toEqual({});
  });

  test('later ones get the sign-up role where there is one', async () => {
    const { app } = await startIdentity(database, { signupRole: 'operator' });
    const [first, second] = [new Visitor(app), new Visitor(app)];
    await first.signUp();
    await second.signUp();
    expect(await access(first)).toEqual({ [testAppKey]: 'admin' });
    expect(await access(second)).toEqual({ [testAppKey]: 'operator' });
  });

  test('is one, however many people sign up at once on however many servers', async () => {
    const servers = [await startIdentity(database), await startIdentity(await testDatabase.open())];
    const visitors = Array.from({ length: 8 }, (_, n) => new Visitor(servers[n % 2]?.app as never));
    const answers = await Promise.all(visitors.map((visitor) => visitor.signUp()));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const given = await Promise.all(visitors.map(access));
    expect(given.filter((m) => JSON.stringify(m) === JSON.stringify({ [testAppKey]: 'admin' }))).toHaveLength(
      1,
    );
    expect(given.filter((m) => JSON.stringify(m) === '{}')).toHaveLength(7);
  });

  test('is one also when more people come at once than there are connections to the database', async () => {
    const { app } = await startIdentity(database);
    const visitors = Array.from({ length: 25 }, () => new Visitor(app));
    const answers = await Promise.all(visitors.map((visitor) => visitor.signUp()));
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
    const given = await Promise.all(visitors.map(access));
    expect(given.filter((m) => Object.keys(m as object).length > 0)).toEqual([{ [testAppKey]: 'admin' }]);
  });

  test('is written into the audit log', async () => {
    const { app } = await startIdentity(database);
    const visitor = new Visitor(app);
    await visitor.signUp();
    await new Visitor(app).signUp();
    const { rows } = await database.asSystem((tx) =>
      tx.execute('select tenant_id, actor, actor_kind, action, subject, data from audit_log'),
    );
    expect(rows).toEqual([
      {
        tenant_id: 'gs-dental',
        actor: 'sign-up',
        actor_kind: 'server',
        action: 'access.granted',
        subject: (await createAccessList(database.identityPool).find(visitor.email))?.userId,
        data: { app: testAppKey, role: 'admin' },
      },
    ]);
  });
});

describe('a crash between making the first account and giving it its role', () => {
  /** Crashes after the account is stored, before its role is. */
  async function crashed(): Promise<Visitor> {
    const grantInitialRole = () => Promise.reject(new Error('the process is gone'));
    const accounts = { ...createAccountStore(database.identityPool), grantInitialRole };
    // The library logs to the console too, besides the log it was given.
    vi.spyOn(console, 'error').mockImplementation(nothing);
    const first = new Visitor((await startIdentity(database, { accounts, log: silent })).app);
    expect((await first.signUp()).status).toBe(500);
    return first;
  }

  test('does not make the next one to sign up an administrator', async () => {
    await crashed();
    const { app } = await startIdentity(database);
    const next = new Visitor(app);
    await next.signUp();
    expect(await access(next)).toEqual({});
  });

  test('does not cost the first one the role: it is there when they sign in', async () => {
    const { email } = await crashed();
    const firstAccount = { code: 'nobody is asked for it', codeAlwaysRequired: true };
    const { app, identity } = await startIdentity(database, { firstAccount });
    expect(await identity.publicConfig({ local: false })).toMatchObject({ firstAccountNeedsCode: false });
    const first = new Visitor(app);
    expect((await first.signIn({ email })).status).toBe(200);
    expect(await access(first)).toEqual({ [testAppKey]: 'admin' });
    const userId = (await createAccessList(database.identityPool).find(email))?.userId;
    expect(await granted()).toEqual([{ subject: userId, role: 'admin' }]);
  });

  test.each([
    ['granted', { [testAppKey]: 'lead' }],
    ['revoked', {}],
  ])('does not override access that was %s meanwhile', async (change, expected) => {
    const { email } = await crashed();
    const list = createAccessList(database.identityPool);
    const userId = (await list.find(email))?.userId ?? '';
    if (change === 'granted') await list.grant(userId, { appKey: testAppKey, role: 'lead' });
    else await list.revoke(userId, { appKey: testAppKey });
    const { app } = await startIdentity(database);
    const first = new Visitor(app);
    await first.signIn({ email });
    expect(await access(first)).toEqual(expected);
  });

  test('before this was known: the oldest account is the first one after an upgrade', async () => {
    const first = await crashed();
    await new Visitor((await startIdentity(database)).app).signUp();
    const client = new pg.Client(testDatabase.owner);
    await client.connect();
    await client.query('drop trigger take_first_account on identity."user"');
    await client.query('drop function identity.take_first_account');
    await client.query('alter table identity.first_account drop column role_given_at');
    await client.query('delete from identity.first_account');
    await client.query("delete from schema_migrations where name = '0004-first-account.sql'");
    await client.end();
    await prepareDatabase(testDatabase.owner, testSecret);
    const { app } = await startIdentity(database);
    const returning = new Visitor(app);
    await returning.signIn({ email: first.email });
    expect(await access(returning)).toEqual({ [testAppKey]: 'admin' });
  });
});

test('an account that could not be stored is not answered as a taken address', async () => {
  const client = new pg.Client(testDatabase.owner);
  await client.connect();
  await client.query(`alter table identity."user" add check ("firstName" <> 'Unstorable')`);
  await client.end();
  const { app, logged } = await startIdentity(database);
  vi.spyOn(console, 'error').mockImplementation(nothing);
  const visitor = new Visitor(app);
  expect(await visitor.signUp({ firstName: 'Unstorable' })).toMatchObject({
    status: 500,
    body: { code: 'internal' },
  });
  expect(logged.join('\n')).not.toContain(visitor.email);
  expect((await visitor.signUp()).status).toBe(200);
  expect((await new Visitor(app).signUp({ email: visitor.email })).status).toBe(409);
});

async function granted(): Promise<unknown[]> {
  const { rows } = await database.asSystem((tx) =>
    tx.execute("select subject, data->>'role' as role from audit_log where action = 'access.granted'"),
  );
  return rows;
}

describe('the one-time code', () => {
  const codeAlwaysRequired = { firstAccount: { code: testCode, codeAlwaysRequired: true } };

  test('is required for the first account and for no later one', async () => {
    const { app, identity } = await startIdentity(database, codeAlwaysRequired);
    const needs = async () => identity.publicConfig({ local: true });
    expect(await needs()).toEqual({ provider: 'built-in', firstAccountNeedsCode: true, signUp: 'open' });
    for (const code of [undefined, '', 'wrong', `${testCode}0`]) {
      const visitor = new Visitor(app);
      expect(await visitor.signUp({ code })).toMatchObject({
        status: 403,
        body: { code: 'first_account_code' },
      });
      expect((await visitor.signIn()).status).toBe(401);
    }
    const first = new Visitor(app);
    expect((await first.signUp({ code: ` ${testCode} ` })).status).toBe(200);
    expect(await access(first)).toEqual({ [testAppKey]: 'admin' });
    expect(await needs()).toEqual({ provider: 'built-in', firstAccountNeedsCode: false, signUp: 'open' });

    const second = new Visitor(app);
    expect((await second.signUp({ code: undefined })).status).toBe(200);
    expect(await access(second)).toEqual({});
  });

  test('cannot be bypassed while the first account is being made', async () => {
    const { app } = await startIdentity(database, codeAlwaysRequired);
    const [knows, ...others] = Array.from({ length: 6 }, () => new Visitor(app));
    await Promise.all([knows?.signUp(), ...others.map((visitor) => visitor.signUp({ code: undefined }))]);
    expect(await access(knows as Visitor)).toEqual({ [testAppKey]: 'admin' });
    for (const visitor of others) expect((await access(visitor)) ?? {}).toEqual({});
  });
});

test('a new AUTH_SECRET ends every session and creates a new key; signing in keeps working', async () => {
  const before = await startIdentity(database);
  const visitor = new Visitor(before.app);
  await visitor.signUp();
  const { body } = await visitor.get('token');

  const after = await startIdentity(database, {
    secrets: onlySecret('another secret of forty characters, or so'),
  });
  const returning = new Visitor(after.app);
  returning.cookies = visitor.cookies;
  expect((await returning.get('token')).status).toBe(401);
  expect((await returning.signIn({ email: visitor.email })).status).toBe(200);
  const fresh = await returning.get('token');
  expect(await after.identity.verify(fresh.body.token)).toMatchObject({ email: visitor.email });
  // A token signed before stays valid for its minute.
  expect(await after.identity.verify(body.token)).toMatchObject({ email: visitor.email });
});
