import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccessList } from '../src/adapters/postgres/access-list.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { usage } from '../src/cli/access-commands.ts';
import { access } from '../src/cli/run-access.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type IdentityServer, startIdentity, testAppKey, testOrigin } from '../testing/identity-server.ts';
import { machineEnvironment, startServerProcess } from '../testing/server-process.ts';
import { goodPassword, Visitor } from '../testing/visitor.ts';

const source = (path: string) => join(import.meta.dirname, '../src', path);

type Ran = { code: number; out: string; err: string };

/** Runs the command as a process with nothing but its settings. */
function inProcess(settings: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>();
  execFile(
    process.execPath,
    [source('cli/access.ts'), ...args],
    { env: { ...machineEnvironment(), ...settings } },
    (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
  );
  return promise;
}

describe('npm run access, on an outside database', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let server: IdentityServer;
  let settings: NodeJS.ProcessEnv;
  let admin: Visitor;
  let visitor: Visitor;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await testDatabase.open();
    server = await startIdentity(database);
    settings = { DATABASE_URL: testDatabase.url, AUTH_SECRET: testDatabase.secret, WEB_ORIGINS: testOrigin };
    admin = new Visitor(server.app);
    visitor = new Visitor(server.app);
  });
  afterAll(() => testDatabase.drop());

  const run = (...args: string[]) => access(args, settings);

  test('lists the accounts', async () => {
    expect(await run('list')).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^There are no accounts yet\./),
    });
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    await admin.signUp({ firstName: '\u001b[31mRed', lastName: 'Hat' });
    await visitor.signUp();
    const { exitCode, output } = await run('list');
    const day = expect.toBeOneOf([before, today()]);
    const lines = output
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(exitCode).toBe(0);
    expect(lines).toEqual([
      ['EMAIL', 'NAME', 'ROLE', 'SINCE'],
      [admin.email, '?[31mRed Hat', 'admin', day],
      [visitor.email, 'Kit Reed', 'waiting', day],
    ]);
  });

  test('grants access, effective with the next token', async () => {
    expect((await visitor.claims())?.m).toEqual({});
    const ran = await run('grant', visitor.email.toUpperCase(), 'front-desk');
    expect(ran).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(new RegExp(`^${visitor.email} has the role front-desk now`)),
    });
    expect((await visitor.claims())?.m).toEqual({ [testAppKey]: 'front-desk' });
    await run('grant', visitor.email, 'lead');
    expect((await visitor.claims())?.m).toEqual({ [testAppKey]: 'lead' });
  });

  test('revokes access: no new token, and the last one expires within a minute', async () => {
    const { body } = await visitor.get('token');
    const { expiresAt } = await server.identity.verify(body.token);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await run('revoke', visitor.email)).toMatchObject({ exitCode: 0 });
    expect((await visitor.get('token')).status).toBe(401);
    await visitor.signIn();
    expect((await visitor.claims())?.m).toEqual({});
    expect(await run('revoke', visitor.email)).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(new RegExp(`^${visitor.email} had no access`)),
    });
  });

  test('grant, revoke and reset exit with 1 for an email address without an account', async () => {
    for (const args of [
      ['grant', 'no@example.com', 'admin'],
      ['revoke', 'no@example.com'],
      ['reset', 'no@example.com'],
    ]) {
      expect(await run(...args)).toMatchObject({
        exitCode: 1,
        output: expect.stringMatching(/^There is no account with the email address no@example\.com/),
      });
    }
  });

  test('prints a link that sets a new password once, and signs out everywhere else', async () => {
    const first = await linkFor(visitor);
    const second = await linkFor(visitor);
    const newPassword = 'another long password';
    const stranger = new Visitor(server.app);
    const use = (token: string) => stranger.post('reset-password', { token, newPassword });

    // Only the newest link works, and only a digest is stored, so reading the database does not give one.
    expect(await use(first)).toMatchObject({ status: 400, body: { code: 'reset_link_invalid' } });
    const { rows } = await database.identityPool.query('select "identifier" from identity."verification"');
    expect(JSON.stringify(rows)).not.toContain(second);

    expect((await use('made up')).status).toBe(400);
    expect(await use(second)).toMatchObject({ status: 200, body: { done: true } });
    expect(await use(second)).toMatchObject({ status: 400, body: { code: 'reset_link_invalid' } });
    expect((await visitor.get('token')).status).toBe(401);
    expect((await visitor.signIn()).status).toBe(401);
    expect((await visitor.signIn({ password: newPassword })).status).toBe(200);
  });

  test('a link works for a locked account, and expires after an hour', async () => {
    for (let n = 0; n < 5; n += 1) await admin.signIn({ password: 'not the password' });
    expect((await admin.signIn()).status).toBe(429);
    const reset = { token: await linkFor(admin), newPassword: goodPassword };
    expect((await admin.post('reset-password', reset)).status).toBe(200);
    expect((await admin.signIn()).status).toBe(200);

    const late = { token: await linkFor(admin), newPassword: goodPassword };
    await database.identityPool.query(
      `update identity."verification" set "expiresAt" = "expiresAt" - interval '61 minutes'`,
    );
    expect(await admin.post('reset-password', late)).toMatchObject({ status: 400 });
  });

  async function linkFor({ email }: Visitor): Promise<string> {
    const { exitCode, output } = await run('reset', email);
    expect(exitCode).toBe(0);
    const token = /^http:\/\/desk\.example\.com\/sign-in\/reset\?token=([\w-]{32})$/m.exec(output)?.[1];
    expect(token).toBeDefined();
    return token ?? '';
  }

  test('writes to the audit log, which names the account by its id', async () => {
    const accounts = createAccessList(database.identityPool);
    const subject = (await accounts.find(visitor.email))?.userId;
    const { rows } = await database.asSystem((tx) =>
      tx.execute("select action, subject, data from audit_log where actor = 'command line' order by id"),
    );
    const given = (role: string) => ({ subject, data: { app: testAppKey, role } });
    expect(rows.slice(0, 4)).toEqual([
      { action: 'access.granted', ...given('front-desk') },
      { action: 'access.granted', ...given('lead') },
      { action: 'access.revoked', ...given('lead') },
      { action: 'password.reset', subject, data: {} },
    ]);
  });

  test('refuses another secret without harm to the server', async () => {
    const other = { ...settings, AUTH_SECRET: 'another secret of forty characters, or so' };
    expect(await access(['list'], other)).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/^AUTH_SECRET is not the one that this database was set up with/),
    });
    expect(await run('list')).toMatchObject({ exitCode: 0 });
  });

  test('refuses where Clerk manages the accounts', async () => {
    const key = `pk_test_${Buffer.from('quiet-heron-12.clerk.accounts.dev$').toString('base64')}`;
    expect(await access(['list'], { ...settings, CLERK_PUBLISHABLE_KEY: key })).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/^Clerk looks after the accounts/),
    });
  });

  test('lists every fault of the settings', async () => {
    const ran = await access(['list'], { ...settings, PORT: 'x', AUTH_SECRET: 'short' });
    expect(ran).toMatchObject({ exitCode: 1, output: expect.stringMatching(/PORT.*\n.*AUTH_SECRET/) });
  });

  test('says so when the database cannot be reached', async () => {
    const ran = await access(['list'], { ...settings, DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z' });
    expect(ran).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/^The database cannot be reached \(ECONNREFUSED\)/),
    });
  });
});

describe('npm run access, on the embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
    // Under root PostgreSQL runs as another user, which needs access here; without it, its files would go elsewhere.
    await chmod(dataDir, 0o711);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  // Starts a server, two databases and six commands, on a machine that may be busy.
  test('works while the server runs and while it does not', async () => {
    expect(await inProcess({}, 'help')).toEqual({ code: 2, out: '', err: `${usage}\n` });
    const settings = { DATA_DIR: join(dataDir, 'data'), PORT: '0', LOG_LEVEL: 'warn' };
    expect(await inProcess(settings, 'list')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no data folder/),
    });

    // A name that is no role is taken, and counts as operator; the server says so.
    const server = await startServerProcess({ ...settings, SIGNUP_ROLE: 'helper' });
    const { url } = server;
    expect(server.output()).toContain('SIGNUP_ROLE is none of viewer, operator and admin');
    const person = { firstName: 'Kit', lastName: 'Reed', email: 'kit@example.com', password: goodPassword };
    for (const account of [person, { ...person, firstName: 'Jo', email: 'jo@example.com' }]) {
      const answer = await fetch(`${url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify(account),
      });
      expect(answer.status).toBe(200);
    }

    expect(await inProcess(settings, 'list')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/kit@example\.com +Kit Reed +admin/),
    });
    const { out } = await inProcess(settings, 'reset', person.email);
    expect(out).toContain(`${url}/sign-in/reset?token=`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    await server.end();
    expect(await inProcess(settings, 'grant', person.email, 'owner')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is the last admin'),
    });
    expect(await inProcess(settings, 'grant', 'jo@example.com', 'owner')).toMatchObject({
      code: 0,
      out: expect.stringContaining('so it counts as operator.'),
    });
    expect(await inProcess(settings, 'list')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/jo@example\.com +Jo Reed +owner \(operator\)/),
    });
  });
});
