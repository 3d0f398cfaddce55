import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoginAttempts } from '../src/adapters/postgres/login-attempts.ts';
import type { Attempt, LoginAttempts } from '../src/ports/accounts.ts';
import { type OpenIdentity, openIdentity } from '../testing/identity-server.ts';
import { type Answer, Visitor } from '../testing/visitor.ts';

let server: OpenIdentity;
beforeAll(async () => {
  server = await openIdentity();
});
afterAll(() => server.stop());

const wrong = { password: 'not the password' };

async function account(address?: string): Promise<Visitor> {
  const owner = new Visitor(server.app, address);
  expect((await owner.signUp()).status).toBe(200);
  await owner.post('sign-out', {});
  return owner;
}

async function guess(email: string, address: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const stranger = new Visitor(server.app, address);
  for (let n = 0; n < times; n += 1) answers.push(await stranger.signIn({ email, ...wrong }));
  return answers;
}

describe('somebody who tries wrong passwords on another’s account', () => {
  test('does not lock the owner out, not even in a new browser', async () => {
    const { email } = await account();
    const answers = await guess(email, '203.0.113.50', 7);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await new Visitor(server.app).signIn({ email })).status).toBe(200);
  });

  test('does not lock out a browser that signed in before, even from the owner’s own address', async () => {
    const address = '203.0.113.51';
    const owner = await account(address);
    await guess(owner.email, address, 35);
    expect((await new Visitor(server.app, address).signIn({ email: owner.email })).status).toBe(429);
    expect((await owner.signIn()).status).toBe(200);
  });

  test('gets no more tries with a cookie of their own, a changed one, or one for another account', async () => {
    const address = '203.0.113.52';
    const [victim, thief] = [await account(), await account(address)];
    await guess(victim.email, address, 5);
    const [[name = '', value = ''] = []] = [...thief.cookies].filter(([one]) => one.includes('known_device'));
    const [theirs = ''] = [...victim.cookies.keys()].filter((one) => one.includes('known_device'));
    for (const [cookie, content] of [
      [name, value],
      [theirs, value],
      [theirs, 'a.9999999999.b'],
      [theirs, ''],
    ] as const) {
      thief.cookies = new Map([[cookie, content]]);
      expect((await thief.signIn({ email: victim.email, ...wrong })).status).toBe(429);
    }
    const header = { 'x-parley-known-device': 'made up' };
    const { email } = victim;
    expect((await thief.post('sign-in/email', { email, ...wrong }, header)).status).toBe(429);
  });

  test('gets five tries in a browser that signed in before, as anywhere', async () => {
    const owner = await account();
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await owner.signIn(wrong)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('login attempt counters', () => {
  let attempts: LoginAttempts;
  beforeAll(() => {
    attempts = createLoginAttempts(server.database.identityPool);
  });
  const from = (n: number) => `198.18.${n >> 8}.${n & 255}`;
  const signIn = (email: string, address: string, device: string | null = null): Attempt => ({
    kind: 'sign-in',
    email,
    address,
    device,
  });
  const allowed = async (tries: Attempt[]) => {
    let count = 0;
    for (const one of tries) if ((await attempts.consume(one)) === null) count += 1;
    return count;
  };

  test('guesses at one account from many addresses are slowed down, but not for a known browser', async () => {
    const email = 'many-addresses@example.com';
    expect(await allowed(Array.from({ length: 100 }, (_, n) => signIn(email, from(n))))).toBe(25);
    expect(await attempts.consume(signIn(email, from(1000)))).toBeGreaterThan(15 * 60);
    expect(await attempts.consume(signIn(email, from(1000), 'a known browser'))).toBeNull();
    expect(await attempts.consume(signIn('another@example.com', from(1000)))).toBeNull();
  });

  test('one password tried on many accounts is stopped at its address, and counts for no account', async () => {
    const tries = Array.from({ length: 80 }, (_, n) => signIn(`one-of-many-${n}@example.com`, '198.19.0.1'));
    expect(await allowed(tries)).toBe(50);
    expect(await attempts.consume(signIn('one-of-many-79@example.com', '198.19.0.2'))).toBeNull();
  });

  test('a successful sign-in resets the counter of the account, not that of the IP address', async () => {
    const tries = Array.from({ length: 49 }, (_, n) => signIn(`spray-${n}@example.com`, '198.19.0.3'));
    await allowed(tries);
    const own = signIn('own@example.com', '198.19.0.3');
    for (let n = 0; n < 10; n += 1) {
      expect(await attempts.consume(own)).toBeNull();
      await attempts.refund(own);
      await attempts.reset('own@example.com');
    }
    expect(await attempts.consume(signIn('spray-50@example.com', '198.19.0.3'))).toBeNull();
    expect(await attempts.consume(signIn('spray-51@example.com', '198.19.0.3'))).not.toBeNull();
  });

  test('addresses of one IPv6 network count as one', async () => {
    const tries = Array.from({ length: 8 }, (_, n) => signIn('six@example.com', `2001:db8:0:1::${n + 1}`));
    expect(await allowed(tries)).toBe(5);
  });
});

test('sign-ups that probe which emails have an account are blocked by IP address after ten', async () => {
  const { email } = await account();
  const asker = new Visitor(server.app, '203.0.113.60');
  const answers: Answer[] = [];
  for (let n = 0; n < 11; n += 1) answers.push(await asker.signUp({ email }));
  expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(409));
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  expect((await new Visitor(server.app).signUp()).status).toBe(200);
});

describe('known and unknown email addresses are answered alike', () => {
  const shape = ({ status, body, headers }: Answer) => ({
    status,
    body,
    headers: Object.keys(headers).toSorted(),
  });

  test('when signing in, up to and beyond the lock', async () => {
    const known = await guess((await account()).email, '203.0.113.70', 7);
    const unknown = await guess('nobody-at-all@example.com', '203.0.113.71', 7);
    const seconds = (answer: Answer) => JSON.stringify(shape(answer)).replace(/\d+ minutes/, 'minutes');
    expect(known.map(seconds)).toEqual(unknown.map(seconds));
  });

  test('when asking for a new password', async () => {
    const { email } = await account();
    const ask = async (about: string) => {
      const visitor = new Visitor(server.app);
      const reset = { token: about, newPassword: 'a long enough password' };
      return [
        shape(await visitor.post('request-password-reset', { email: about })),
        shape(await visitor.post('forget-password', { email: about })),
        shape(await visitor.post('reset-password', reset)),
      ];
    };
    expect(await ask(email)).toEqual(await ask('nobody-at-all@example.com'));
  });
});
