import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeAt, stepAt } from '../src/lib/totp.ts';
import {
  type IdentityServer,
  type OpenIdentity,
  openIdentity,
  startIdentity,
} from '../testing/identity-server.ts';
import { type AuthenticatorApp, fromBase32, setUp } from '../testing/second-factor.ts';
import { type Answer, goodPassword, Visitor } from '../testing/visitor.ts';

let server: OpenIdentity;
let now = 1_800_000_000_000;
let first: IdentityServer;
let second: IdentityServer;

beforeAll(async () => {
  server = await openIdentity();
  first = await startIdentity(server.database, { now: () => now });
  second = await startIdentity(server.database, { now: () => now });
});
afterAll(() => server.stop());

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
/** Moves all counted failures into the past. */
const letPass = (minutes: number) =>
  server.database.identityPool.query(
    `update identity.sign_in_attempts set last_attempt_at = last_attempt_at - make_interval(mins => $1),
       started_at = started_at - make_interval(mins => $1)`,
    [minutes],
  );

let visitor: Visitor;
let app: AuthenticatorApp;
beforeEach(async () => {
  now += 600_000;
  visitor = new Visitor(first.app);
  await visitor.signUp();
  app = await setUp(visitor, () => now);
  now += 30_000;
});

/** Another browser of the same person, the password given. */
async function challenged(on = first, address?: string): Promise<Visitor> {
  const other = new Visitor(on.app, address);
  expect((await other.signIn({ email: visitor.email })).body).toEqual({ secondFactor: 'needed' });
  return other;
}

const verify = (who: Visitor, code: string) => who.post('second-factor/verify', { code });

describe('signing in to an account with a second factor', () => {
  test('SI1: the password alone signs nobody in, and makes the browser no known one', async () => {
    const other = await challenged();
    expect((await other.get('get-session')).body).toBeNull();
    expect((await other.get('token')).status).toBe(401);
    expect([...other.cookies.keys()]).toEqual(['parley.second_factor']);
    const answer = await verify(other, app.code());
    expect(answer).toMatchObject({ status: 200, body: { user: { email: visitor.email } } });
    expect(JSON.stringify(answer.body)).not.toContain('token');
    expect(await other.claims()).toMatchObject({ email: visitor.email });
    expect([...other.cookies.keys()].toSorted()).toEqual([
      expect.stringContaining('known_device'),
      'parley.session_token',
    ]);
  });

  test('SI1: without the password no code is accepted', async () => {
    const stranger = new Visitor(first.app);
    expect(await verify(stranger, app.code())).toMatchObject({
      status: 401,
      body: { code: 'sign_in_expired' },
    });
    expect((await stranger.signIn({ email: visitor.email, password: 'not the password' })).status).toBe(401);
    expect((await verify(stranger, app.code())).status).toBe(401);
  });

  test('SI1: the password is forgotten after ten minutes', async () => {
    const other = await challenged();
    await server.database.identityPool.query(
      `update identity."verification" set "expiresAt" = now() - interval '1 second'`,
    );
    expect(await verify(other, app.code())).toMatchObject({
      status: 401,
      body: { code: 'sign_in_expired', error: 'That took too long. Sign in again.' },
    });
  });

  test.each([
    [-2, 403],
    [-1, 200],
    [1, 200],
    [2, 403],
  ])('SI3: with a phone whose clock is off by %i steps the answer is %i', async (distance, status) => {
    now += 60_000;
    expect((await verify(await challenged(), app.code(distance))).status).toBe(status);
  });

  test('SI4: a code is accepted once, on all servers, and none that is older', async () => {
    const code = app.code();
    expect((await verify(await challenged(), code)).status).toBe(200);
    for (const on of [first, second]) {
      expect(await verify(await challenged(on), code)).toMatchObject({
        status: 403,
        body: { code: 'code_used', error: 'This code has been used. Wait for the next one.' },
      });
      expect((await verify(await challenged(on), app.code(-1))).body.code).toBe('code_used');
    }
    now += 30_000;
    expect((await verify(await challenged(), app.code())).status).toBe(200);
  });

  test('SI4: of twenty who send one code at once, to two servers, one is signed in', async () => {
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, n) => challenged(n % 2 ? first : second)),
    );
    const code = app.code();
    const answers = await Promise.all(others.map((other) => verify(other, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('SI5: a recovery code works once; of twenty at once one is signed in', async () => {
    const [code = '', next = ''] = app.recoveryCodes;
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, n) => challenged(n % 2 ? first : second)),
    );
    const answers = await Promise.all(others.map((other) => verify(other, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await verify(await challenged(), code)).toMatchObject({
      status: 403,
      body: { code: 'code_used', error: expect.stringContaining('Each works once') },
    });
    // As somebody types it from paper.
    const typed = next.toUpperCase().replaceAll('-', ' ');
    const last = await challenged();
    expect((await verify(last, typed)).status).toBe(200);
    expect((await last.get('second-factor')).body).toMatchObject({ recoveryCodesLeft: 8 });
  });
});

describe('SI6: guessing codes', () => {
  test('five wrong codes lock the address for fifteen minutes, with a sentence and Retry-After', async () => {
    const guesser = await challenged(first, '198.51.100.7');
    for (let n = 0; n < 5; n += 1) expect((await verify(guesser, '000000')).body.code).toBe('wrong_code');
    const locked = await verify(guesser, app.code());
    expect(locked).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts', error: 'Too many attempts. Try again in 15 minutes.' },
    });
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
    // Signing in with the password again sets nothing back.
    const again = await challenged(second, '198.51.100.7');
    expect((await verify(again, app.code())).status).toBe(429);
    await letPass(16);
    expect((await verify(again, app.code())).status).toBe(200);
  });

  test('many at once get no more than five tries', async () => {
    const guesser = await challenged();
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(guesser, '000000')));
    expect(statuses(answers)).toEqual([...Array(5).fill(403), ...Array(7).fill(429)]);
  });

  test('from many addresses ten wrong codes lock new browsers, and never the one that the person knows', async () => {
    for (let n = 0; n < 3; n += 1) {
      const guesser = await challenged(first, `203.0.113.${n}`);
      for (let m = 0; m < 4; m += 1) await verify(guesser, '000000');
    }
    expect((await verify(await challenged(first, '203.0.113.9'), app.code())).status).toBe(429);
    await visitor.post('sign-out', {});
    expect((await visitor.signIn()).body).toEqual({ secondFactor: 'needed' });
    expect((await verify(visitor, app.code())).status).toBe(200);
    await letPass(61);
  });

  test('a stranger without the password cannot use up the attempts', async () => {
    const stranger = new Visitor(first.app);
    for (let n = 0; n < 12; n += 1) await verify(stranger, '000000');
    expect((await verify(await challenged(), app.code())).status).toBe(200);
  });
});

describe('setting it up', () => {
  test('SI2: it counts only once a code of the app was given', async () => {
    const kit = new Visitor(first.app);
    await kit.signUp();
    expect((await kit.get('second-factor')).body).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      required: false,
    });
    expect((await kit.post('second-factor/start', { password: 'not it' })).body.code).toBe('wrong_password');
    const { body } = await kit.post('second-factor/start', { password: goodPassword });
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect((await new Visitor(first.app).signIn({ email: kit.email })).status).toBe(200);
    expect((await kit.post('second-factor/confirm', { code: '12345' })).body.code).toBe('wrong_code');
    expect((await new Visitor(first.app).signIn({ email: kit.email })).body).toHaveProperty('user');
  });

  test('SI2: the secret is sealed, and recovery codes are digests', async () => {
    const { rows } = await server.database.identityPool.query(
      'select f::text as factor, (select string_agg(c::text, $2) from identity.recovery_code c where c.user_id = f.user_id) as codes from identity.second_factor f where user_id = $1',
      [await app.userId(), ' '],
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(app.secret);
    expect(stored).not.toContain(app.bytes.toString('base64url'));
    for (const code of app.recoveryCodes) expect(stored).not.toContain(code);
  });

  test('SI2: an account that has one cannot begin another, and one set-up of two at once counts', async () => {
    expect((await visitor.post('second-factor/start', { password: goodPassword })).body.code).toBe(
      'second_factor_on',
    );
    expect((await visitor.post('second-factor/confirm', { code: app.code() })).body.code).toBe(
      'second_factor_off',
    );
    const kit = new Visitor(first.app);
    await kit.signUp();
    const pending = await setUp(kit, () => now, { confirm: false });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => kit.post('second-factor/confirm', { code: pending.code() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('SI2: a set-up that was begun again elsewhere is told apart from a wrong code', async () => {
    const kit = new Visitor(first.app);
    await kit.signUp();
    const begin = async () => (await kit.post('second-factor/start', { password: goodPassword })).body;
    const [earlier, later] = [await begin(), await begin()];
    const codeOf = ({ secret }: { secret: string }) => codeAt(fromBase32(secret), stepAt(now));
    const confirm = (page: { secret: string; setUp: string }, code = codeOf(page)) =>
      kit.post('second-factor/confirm', { code, setUp: page.setUp });
    // More often than wrong codes are let through.
    for (let n = 0; n < 7; n += 1)
      expect(await confirm(earlier)).toMatchObject({
        ...{
          status: 409,
          body: { code: 'second_factor_begun_anew', error: expect.stringContaining('begun again') },
        },
      });
    expect((await confirm(later, '000000')).body.code).toBe('wrong_code');
    expect((await confirm(later)).status).toBe(200);
    expect(earlier.setUp).not.toBe(later.setUp);
  });

  test('SI2: a secret that is replaced while its code is checked does not count', async () => {
    const kit = new Visitor(first.app);
    await kit.signUp();
    await setUp(kit, () => now, { confirm: false });
    const { id } = (await kit.get('get-session')).body.user;
    const { factors } = first.settings;
    const checked = { secret: Buffer.from('another secret'), step: stepAt(now) };
    expect(await factors.confirm(id, checked, [])).toBe('begun anew');
    expect(await factors.of(id)).toBeNull();
  });

  test('SI7: switching it off needs the password and a code', async () => {
    const off = (body: object) => visitor.post('second-factor/remove', body);
    expect((await off({ password: 'not it', code: app.code() })).body.code).toBe('wrong_password');
    expect((await off({ password: goodPassword, code: '000000' })).body.code).toBe('wrong_code');
    expect((await off({ password: goodPassword })).body.code).toBe('invalid_request');
    expect((await off({ password: goodPassword, code: app.code() })).status).toBe(200);
    expect((await new Visitor(first.app).signIn({ email: visitor.email })).body).toHaveProperty('user');
  });

  test('SI5: new recovery codes replace all earlier ones', async () => {
    const body = { password: goodPassword, code: app.code() };
    const { recoveryCodes } = (await visitor.post('second-factor/recovery-codes', body)).body;
    expect(new Set([...recoveryCodes, ...app.recoveryCodes]).size).toBe(20);
    expect((await verify(await challenged(), app.recoveryCodes[0] ?? '')).body.code).toBe('wrong_code');
    expect((await verify(await challenged(), recoveryCodes[0])).status).toBe(200);
  });

  test('SI6: the password of somebody signed in cannot be guessed without end', async () => {
    const guesses = [];
    for (let n = 0; n < 7; n += 1)
      guesses.push(await visitor.post('second-factor/start', { password: 'guess' }));
    expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });

  test('SI8: what was done is in the audit log, by id, without a code', async () => {
    await verify(await challenged(), app.recoveryCodes[0] ?? '');
    await visitor.post('second-factor/remove', { password: goodPassword, code: app.code() });
    const id = await app.userId();
    const client = server.database;
    const { rows } = await client.asSystem((tx) =>
      tx.execute<{ action: string; data: unknown }>(
        `select action from audit_log where subject = '${id}' order by id`,
      ),
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'second-factor.on',
      'recovery-code.used',
      'second-factor.off',
    ]);
  });
});

test('the step of a code is counted from 1970', () => {
  expect(codeAt(app.bytes, stepAt(now))).toBe(app.code());
});
