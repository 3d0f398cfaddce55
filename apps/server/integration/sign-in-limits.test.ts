import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExpiredRows } from '../src/adapters/postgres/expired-rows.ts';
import { type OpenIdentity, openIdentity, startIdentity } from '../testing/identity-server.ts';
import { quickPasswords } from '../testing/quick-passwords.ts';
import { type Answer, Visitor } from '../testing/visitor.ts';

let server: OpenIdentity;

beforeAll(async () => {
  server = await openIdentity();
});
afterAll(() => server.stop());

let places = 0;

async function fail(visitor: Visitor, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await visitor.signIn({ password: 'not the password' }));
  return answers;
}

/** Moves all counted failures into the past. */
const letPass = (minutes: number) =>
  server.database.identityPool.query(
    `update identity.sign_in_attempts set last_attempt_at = last_attempt_at - make_interval(mins => $1),
       started_at = started_at - make_interval(mins => $1)`,
    [minutes],
  );

describe.each(['an account', 'an address without an account'])('failing to sign in to %s', (kind) => {
  let visitor: Visitor;
  let address: string;
  beforeEach(async () => {
    address = `198.51.100.${++places}`;
    visitor = new Visitor(server.app, address);
    if (kind === 'an account') await visitor.signUp();
    visitor.cookies.clear();
  });

  test('five times locks it for fifteen minutes for that address, with the same message for any email address', async () => {
    for (const answer of await fail(visitor, 5)) {
      expect(answer).toMatchObject({
        status: 401,
        body: { code: 'wrong_credentials', error: 'The email address or the password is not right.' },
      });
    }
    // The right password is no way around the lock, nor is another browser at the same address.
    const beside = new Visitor(server.app, address);
    for (const answer of [await visitor.signIn(), await beside.signIn({ email: visitor.email })]) {
      expect(answer).toMatchObject({
        status: 429,
        body: { code: 'too_many_attempts', error: 'Too many attempts. Try again in 15 minutes.' },
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(890);
    }
    await letPass(16);
    expect((await visitor.signIn()).status).toBe(kind === 'an account' ? 200 : 401);
  });

  test('many times at once gets no more than five tries', async () => {
    const tries = Array.from({ length: 12 }, () =>
      new Visitor(server.app, address).signIn({ email: visitor.email, password: 'a guess at the password' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });
});

describe('the count of failures', () => {
  test('starts again after a success, and after fifteen minutes without a failure', async () => {
    const visitor = new Visitor(server.app);
    await visitor.signUp();
    await fail(visitor, 4);
    expect((await visitor.signIn()).status).toBe(200);
    await fail(visitor, 4);
    await letPass(16);
    await fail(visitor, 4);
    expect((await visitor.signIn()).status).toBe(200);
  });

  test('is not raised by a request that was no attempt', async () => {
    const visitor = new Visitor(server.app);
    await visitor.signUp();
    visitor.cookies.clear();
    const { email } = visitor;
    for (let n = 0; n < 6; n += 1) {
      const foreign = { origin: 'https://elsewhere.example.com' };
      const answer = await visitor.post('sign-in/email', { email, password: 'x' }, foreign);
      expect(answer.status).toBe(403);
    }
    expect((await visitor.signIn()).status).toBe(200);
  });

  test('holds across servers', async () => {
    const visitor = new Visitor(server.app, '203.0.113.30');
    await visitor.signUp();
    visitor.cookies.clear();
    await fail(visitor, 5);
    const other = await server.startAnother();
    const beside = new Visitor(other.app, '203.0.113.30');
    expect((await beside.signIn({ email: visitor.email })).status).toBe(429);
  });

  test('stores no addresses, and the nightly maintenance deletes what is a day old', async () => {
    const visitor = new Visitor(server.app);
    await visitor.signUp();
    await fail(new Visitor(server.app), 1);
    await letPass(25 * 60);
    await createExpiredRows(server.database).remove(new Date(Date.now() - 24 * 60 * 60_000));
    const { rows } = await server.database.identityPool.query('select * from identity.sign_in_attempts');
    expect(rows).toEqual([]);
  });
});

test('an unknown address takes as long to refuse as a wrong password: both hash the password once', async () => {
  let hashed = 0;
  const { app } = await startIdentity(server.database, {
    passwords: {
      hash: (password) => {
        hashed += 1;
        return quickPasswords.hash(password);
      },
      verify: (given) => {
        hashed += 1;
        return quickPasswords.verify(given);
      },
    },
  });
  const known = new Visitor(app);
  await known.signUp();
  known.cookies.clear();
  for (const email of ['nobody@example.com', known.email]) {
    hashed = 0;
    expect((await known.signIn({ email, password: 'not the password' })).status).toBe(401);
    expect(hashed, email).toBe(1);
  }
});

describe('the rate limit', () => {
  test('counts sign-ins by address, across servers', async () => {
    const address = '203.0.113.7';
    const other = await server.startAnother();
    const { email } = new Visitor(server.app);
    const answers: Answer[] = [];
    // After the fifth failure the account is locked, so the others are cheap; they count all the same.
    for (let n = 0; n < 31; n += 1) {
      answers.push(await new Visitor(n % 2 ? server.app : other.app, address).signIn({ email }));
    }
    const count = (code: string) => answers.filter(({ body }) => body.code === code).length;
    expect([count('wrong_credentials'), count('too_many_attempts')]).toEqual([5, 25]);
    const last = answers.at(-1);
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const wait = Number(last?.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await new Visitor(server.app, '203.0.113.17').signIn()).status).toBe(401);
  });

  test('cannot be bypassed by sending an X-Forwarded-For of one’s own', async () => {
    const visitor = new Visitor(server.app, '203.0.113.8');
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const spoofed = { 'x-parley-client-address': `198.51.100.${n}` };
      const reset = { token: 'made up', newPassword: 'a long enough password' };
      statuses.push((await visitor.post('reset-password', reset, spoofed)).status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400));
    expect(statuses.at(-1)).toBe(429);
  });

  test('does not count requests that a page repeats all day', async () => {
    const visitor = new Visitor(server.app, '203.0.113.9');
    await visitor.signUp();
    for (let n = 0; n < 70; n += 1) expect((await visitor.get('token')).status).toBe(200);
  });
});
