import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  authOf,
  type OpenIdentity,
  openIdentity,
  startIdentity,
  testAppKey,
  testCode,
} from '../testing/identity-server.ts';
import { goodPassword, Visitor } from '../testing/visitor.ts';

let server: OpenIdentity;

beforeAll(async () => {
  server = await openIdentity();
});
afterAll(() => server.stop());

test("the provider's own migrations have nothing left to do", async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(authOf(server.settings).options);
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
});

describe('signing up, in and out', () => {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = new Visitor(server.app);
  });

  test('a new account is signed in at once, without a secret in the answer', async () => {
    const answer = await visitor.signUp();
    expect(answer.status).toBe(200);
    const { id } = answer.body.user;
    expect(answer.body).toEqual({
      user: { id: expect.any(String), email: visitor.email, firstName: 'Kit', lastName: 'Reed' },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await visitor.claims()).toMatchObject({
      sub: id,
      email: visitor.email,
      firstName: 'Kit',
      lastName: 'Reed',
      iss: 'parley',
    });
  });

  test('the session cookie is out of reach of scripts and of other sites', async () => {
    const { headers } = await visitor.signUp();
    const [session, device, ...more] = [headers['set-cookie']].flat().map(String);
    expect(session).toMatch(/^parley\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(device).toMatch(
      /^parley\.known_device\.[\w-]{12}=[^;]+; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    );
    expect(more).toEqual([]);
  });

  test('under https the cookie is Secure', async () => {
    const secure = await startIdentity(server.database, { webOrigins: ['https://desk.example.com'] });
    const stranger = new Visitor(secure.app);
    const body = {
      email: visitor.email,
      firstName: 'A',
      lastName: 'B',
      password: goodPassword,
      code: testCode,
    };
    const { headers } = await stranger.post('sign-up/email', body, { origin: 'https://desk.example.com' });
    const cookies = [headers['set-cookie']].flat().map(String);
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Secure-parley\.(?:session_token|known_device).*; Secure/);
  });

  test('signing in, reading the session, and signing out', async () => {
    await visitor.signUp();
    const other = new Visitor(server.app);
    expect((await other.get('get-session')).body).toBeNull();
    expect((await other.get('token')).status).toBe(401);

    expect((await other.signIn({ email: visitor.email.toUpperCase() })).status).toBe(200);
    const session = await other.get('get-session');
    expect(session.body).toMatchObject({ user: { email: visitor.email }, expiresAt: expect.any(String) });
    expect(JSON.stringify(session.body)).not.toContain('token');

    const before = new Map(other.cookies);
    expect((await other.post('sign-out', {})).status).toBe(200);
    // The remaining cookie gives no access: it only marks a known browser.
    expect([...other.cookies.keys()]).toEqual([expect.stringContaining('known_device')]);
    other.cookies = before;
    expect((await other.get('token')).status).toBe(401);
  });

  test('the answer to get-session includes the token, to save a round trip', async () => {
    await visitor.signUp();
    const { headers } = await visitor.get('get-session');
    const verified = await server.identity.verify(String(headers['set-auth-jwt']));
    expect(verified.email).toBe(visitor.email);
  });

  test('a token lives for sixty seconds', async () => {
    await visitor.signUp();
    const { iat, exp } = (await visitor.claims()) ?? {};
    expect((exp ?? 0) - (iat ?? 0)).toBe(60);
  });

  test('a session outlives the process, and another process knows the key', async () => {
    await visitor.signUp();
    const { body } = await visitor.get('token');
    const next = await server.startAnother();
    const returning = new Visitor(next.app);
    returning.cookies = visitor.cookies;
    expect(await returning.claims()).toMatchObject({ email: visitor.email });
    expect(await next.identity.verify(body.token)).toMatchObject({ email: visitor.email });
  });

  test.each([
    ['a short password', { password: 'ninechars' }, 'A password needs at least 10 characters.'],
    ['an endless password', { password: 'x'.repeat(129) }, 'A password may have at most 128 characters.'],
    ['no first name', { firstName: '  ' }, 'Enter your first name.'],
    ['no last name', { lastName: undefined }, 'Enter your last name.'],
    ['no address', { email: 'not an address' }, 'Enter a valid email address.'],
  ])('%s is answered with a sentence', async (_name, changes, error) => {
    expect(await visitor.signUp(changes)).toMatchObject({
      status: 400,
      body: { error, code: 'invalid_request' },
    });
  });

  test.each([
    ['a NUL in the first name', { firstName: 'K\u0000it' }],
    ['a NUL in the last name', { lastName: '\u0000' }],
    ['half a character in a name', { firstName: '\ud800' }],
    ['a NUL in the password', { password: 'long enough \u0000 password' }],
    ['a NUL in the code', { code: '\u0000' }],
    ['a NUL in a field nobody asked for', { extra: { deep: ['\u0000'] } }],
  ])('%s is not answered as a taken address', async (_name, changes) => {
    expect(await visitor.signUp(changes)).toMatchObject({
      status: 400,
      body: {
        error: 'The request contains characters that cannot be stored (NUL or invalid Unicode).',
        code: 'invalid_request',
      },
    });
  });

  test('one address has one account', async () => {
    await visitor.signUp();
    expect(await new Visitor(server.app).signUp({ email: visitor.email })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  test('of two sign-ups with one address at the same moment one succeeds', async () => {
    const twin = { email: visitor.email };
    const answers = await Promise.all([visitor.signUp(twin), new Visitor(server.app).signUp(twin)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  });
});

describe('routes of the provider that are closed', () => {
  test.each([
    'jwks',
    'ok',
    'error',
    'list-sessions',
    'sign-in/social',
    'request-password-reset',
    'verify-email',
    'callback/x',
  ])('%s is closed', async (path) => {
    const visitor = new Visitor(server.app);
    await visitor.signUp();
    for (const answer of [await visitor.get(path), await visitor.post(path, {})]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test.each(['change-email', 'change-password', 'update-user', 'delete-user', 'set-password'])(
    '%s is closed for somebody who is signed in',
    async (path) => {
      const visitor = new Visitor(server.app);
      await visitor.signUp();
      expect(await visitor.post(path, { newEmail: 'x@example.com' })).toMatchObject({ status: 404 });
    },
  );

  test('another website cannot sign anybody in or out', async () => {
    const visitor = new Visitor(server.app);
    await visitor.signUp();
    const foreign = { origin: 'https://elsewhere.example.com' };
    const { email } = visitor;
    for (const answer of [
      await visitor.post('sign-out', {}, foreign),
      await new Visitor(server.app).post('sign-in/email', { email, password: goodPassword }, foreign),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(await visitor.claims()).not.toBeNull();
  });

  test('a form, broken JSON and an oversized body are refused', async () => {
    const visitor = new Visitor(server.app);
    const send = (type: string, payload: string) =>
      visitor.send({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers: { 'content-type': type },
        payload,
      });
    expect(await send('application/x-www-form-urlencoded', 'email=a')).toMatchObject({ status: 415 });
    expect(await send('application/json', '{"email":')).toMatchObject({
      status: 400,
      body: { error: 'The request is not valid JSON.' },
    });
    expect(await send('application/json', `"${'x'.repeat(70_000)}"`)).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
  });

  test('a sign-up cannot set the role of the account', async () => {
    const visitor = new Visitor(server.app);
    const { status } = await visitor.signUp({
      role: 'admin',
      m: { [testAppKey]: 'admin' },
      emailVerified: true,
    });
    expect(status).toBe(200);
    expect((await visitor.claims())?.m).toEqual({});
  });
});

test('passwords and addresses stay out of the log', () => {
  expect(server.logged).not.toEqual([]);
  expect(server.logged.join('\n')).not.toMatch(/visitor-|long enough/);
});
