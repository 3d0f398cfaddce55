import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { startIdentity, testAppKey } from '../src/testing/identity-server.ts';
import { Visitor } from '../src/testing/visitor.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
});
afterEach(() => testDatabase.drop());

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

  test('is written into the audit log', async () => {
    const { app } = await startIdentity(database);
    const visitor = new Visitor(app);
    await visitor.signUp();
    await new Visitor(app).signUp();
    const { rows } = await database.asSystem((tx) =>
      tx.execute('select tenant_id, actor, action, subject, data from audit_log'),
    );
    expect(rows).toEqual([
      {
        tenant_id: null,
        actor: 'sign-up',
        action: 'access.granted',
        subject: visitor.email,
        data: { app: testAppKey, role: 'admin' },
      },
    ]);
  });
});

describe('the one-time code', () => {
  const firstAccountCode = '0a1b2c3d4e5f';

  test('is wanted from the first account and from nobody after it', async () => {
    const { app, identity } = await startIdentity(database, { firstAccountCode });
    const needs = async () => identity.publicConfig();
    expect(await needs()).toEqual({ provider: 'built-in', firstAccountNeedsCode: true });
    for (const code of [undefined, '', 'wrong', `${firstAccountCode}0`]) {
      const visitor = new Visitor(app);
      expect(await visitor.signUp({ code })).toMatchObject({
        status: 403,
        body: { code: 'first_account_code' },
      });
      expect((await visitor.signIn()).status).toBe(401);
    }
    const first = new Visitor(app);
    expect((await first.signUp({ code: ` ${firstAccountCode} ` })).status).toBe(200);
    expect(await access(first)).toEqual({ [testAppKey]: 'admin' });
    expect(await needs()).toEqual({ provider: 'built-in', firstAccountNeedsCode: false });

    const second = new Visitor(app);
    expect((await second.signUp()).status).toBe(200);
    expect(await access(second)).toEqual({});
  });

  test('is not asked for where none was made', async () => {
    const { identity } = await startIdentity(database);
    expect(await identity.publicConfig()).toEqual({ provider: 'built-in', firstAccountNeedsCode: false });
  });

  test('cannot be slipped past while the first account is being made', async () => {
    const { app } = await startIdentity(database, { firstAccountCode });
    const [knows, ...others] = Array.from({ length: 6 }, () => new Visitor(app));
    await Promise.all([
      knows?.signUp({ code: firstAccountCode }),
      ...others.map((visitor) => visitor.signUp()),
    ]);
    expect(await access(knows as Visitor)).toEqual({ [testAppKey]: 'admin' });
    for (const visitor of others) expect((await access(visitor)) ?? {}).toEqual({});
  });
});

test('a new AUTH_SECRET ends every session and starts a new key; signing in works on', async () => {
  const before = await startIdentity(database);
  const visitor = new Visitor(before.app);
  await visitor.signUp();
  const { body } = await visitor.get('token');

  const after = await startIdentity(database, { secret: 'another secret of forty characters, or so' });
  const returning = new Visitor(after.app);
  returning.cookies = visitor.cookies;
  expect((await returning.get('token')).status).toBe(401);
  expect((await returning.signIn({ email: visitor.email })).status).toBe(200);
  const fresh = await returning.get('token');
  expect(await after.identity.verify(fresh.body.token)).toMatchObject({ email: visitor.email });
  // For the minute it lives, what was signed before still holds.
  expect(await after.identity.verify(body.token)).toMatchObject({ email: visitor.email });
});
