import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createSignInPolicies } from '../src/adapters/postgres/sign-in-policy-store.ts';
import { createAuthenticate } from '../src/features/access/authenticate.ts';
import { defaultTenantId } from '../src/lib/default-tenant.ts';
import type { Caller } from '../src/ports/caller.ts';
import {
  type IdentityServer,
  type OpenIdentity,
  openIdentity,
  testAppKey,
} from '../testing/identity-server.ts';
import { setUp } from '../testing/second-factor.ts';
import { Visitor } from '../testing/visitor.ts';

let server: OpenIdentity;
let other: IdentityServer;
const caller: Caller = {
  ...{ userId: 'user_admin', tenantId: defaultTenantId, permissions: [], displayName: 'Kit Reed' },
  ...{ email: null, expiresAt: new Date(Date.now() + 60_000) },
};

beforeAll(async () => {
  server = await openIdentity();
  other = await server.startAnother();
  await server.database.asSystem((tx) =>
    tx.execute(sql`insert into tenants (id, name) values (${defaultTenantId}, 'One') on conflict do nothing`),
  );
});
afterAll(() => server.stop());

/** The policy of the organization from now on. */
async function decide(change: { secondFactorRequired?: boolean; idleMinutes?: number }) {
  const policies = createSignInPolicies(server.database);
  const { revision, policy } = await policies.get(defaultTenantId);
  return policies.change({ caller, revision, policy: { ...policy, ...change } });
}

/** Moves the last use of every session into the past. */
const letPass = (minutes: number) =>
  server.database.identityPool.query(
    `update identity."session" set "lastActiveAt" = "lastActiveAt" - make_interval(mins => $1)`,
    [minutes],
  );

let visitor: Visitor;
beforeEach(async () => {
  await decide({ secondFactorRequired: false, idleMinutes: 720 });
  visitor = new Visitor(server.app, '198.51.100.20');
  await visitor.signUp();
});

describe('the sessions of an account', () => {
  test('SI9: are listed with browser, address and times, this one marked, and without their tokens', async () => {
    const laptop = new Visitor(other.app, '203.0.113.8');
    await laptop.post(
      'sign-in/email',
      { email: visitor.email, password: 'a long enough password' },
      {
        'user-agent': 'Laptop/1',
      },
    );
    const { body } = await visitor.get('sessions');
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions.find(({ current }: { current: boolean }) => !current)).toEqual({
      id: expect.any(String),
      current: false,
      signedInAt: expect.any(String),
      lastActiveAt: expect.any(String),
      address: '203.0.113.8',
      userAgent: 'Laptop/1',
    });
    expect(JSON.stringify(body)).not.toContain([...laptop.cookies.values()][0]?.split('.')[0]);
  });

  test('SI9: one can be ended, on every server, and only one of one’s own', async () => {
    const laptop = new Visitor(other.app);
    await laptop.signIn({ email: visitor.email });
    const stranger = new Visitor(server.app);
    await stranger.signUp();
    const { body } = await visitor.get('sessions');
    const { id } = body.sessions.find(({ current }: { current: boolean }) => !current);
    expect((await stranger.post('sessions/end', { id })).body).toMatchObject({ code: 'session_not_found' });
    expect((await laptop.get('token')).status).toBe(200);
    expect((await visitor.post('sessions/end', { id })).body).toEqual({ ended: 1 });
    expect((await laptop.get('token')).status).toBe(401);
    expect((await visitor.post('sessions/end', { id })).status).toBe(404);
    expect((await visitor.post('sessions/end', { id: 'x' })).body.code).toBe('invalid_request');
  });

  test('SI9: all others can be ended at once', async () => {
    const others = [new Visitor(other.app), new Visitor(server.app)];
    for (const each of others) await each.signIn({ email: visitor.email });
    const stranger = new Visitor(server.app);
    await stranger.signUp();
    expect((await visitor.post('sessions/end-others', {})).body).toEqual({ ended: 2 });
    for (const each of others) expect((await each.get('token')).status).toBe(401);
    expect((await visitor.get('token')).status).toBe(200);
    expect((await stranger.get('token')).status).toBe(200);
  });

  test.each(['sessions', 'second-factor'])('%s tells a visitor nothing', async (path) => {
    expect((await new Visitor(server.app).get(path)).status).toBe(401);
  });
});

describe('SI10: a session that nobody uses', () => {
  test('ends after 12 hours, on every server', async () => {
    await letPass(12 * 60 - 1);
    expect(
      (await visitor.get('get-session', { 'x-parley-idle-seconds': String(12 * 3600 - 60) })).body,
    ).not.toBeNull();
    await letPass(3);
    const elsewhere = new Visitor(other.app);
    elsewhere.cookies = new Map(visitor.cookies);
    expect((await elsewhere.get('get-session')).body).toBeNull();
    expect((await visitor.get('token')).status).toBe(401);
    expect((await visitor.get('sessions')).status).toBe(401);
  });

  test('ends after the time that the organization has chosen', async () => {
    await decide({ idleMinutes: 5 });
    await letPass(4);
    expect((await visitor.get('token', { 'x-parley-idle-seconds': '240' })).status).toBe(200);
    await letPass(3);
    expect((await visitor.get('token', { 'x-parley-idle-seconds': '0' })).status).toBe(401);
  });

  test('a page that asks for tokens while nobody is there does not prolong it', async () => {
    await decide({ idleMinutes: 5 });
    for (let minute = 1; minute <= 4; minute += 1) {
      await letPass(1);
      expect(
        (await visitor.get('get-session', { 'x-parley-idle-seconds': String(minute * 60) })).body,
      ).not.toBeNull();
    }
    await letPass(3);
    expect((await visitor.get('get-session', { 'x-parley-idle-seconds': '360' })).body).toBeNull();
  });

  test('goes on while somebody does something, in whichever tab', async () => {
    await decide({ idleMinutes: 5 });
    for (let round = 0; round < 3; round += 1) {
      await letPass(4);
      expect((await visitor.get('get-session', { 'x-parley-idle-seconds': '3' })).body).not.toBeNull();
    }
  });

  test.each(['-5', 'x', '', '1e99', 'Infinity'])('%j as the idle time harms nothing', async (text) => {
    expect((await visitor.get('get-session', { 'x-parley-idle-seconds': text })).status).toBe(200);
  });
});

describe('SI11: where the organization requires a second factor', () => {
  const admit = () => createAuthenticate(server.identity, testAppKey);
  const log = { debug() {}, info() {}, warn() {}, error() {} };

  test('an account without one reaches nothing but its set-up, and everything after it', async () => {
    const { rows } = await server.database.identityPool.query(
      'select "id" from identity."user" where "email" = $1',
      [visitor.email],
    );
    await server.database.identityPool.query(
      `insert into identity.membership (user_id, app_key, role) values ($1, $2, 'admin') on conflict do nothing`,
      [rows[0].id, testAppKey],
    );
    const enter = async () => admit()(`Bearer ${(await visitor.get('token')).body.token}`, log);
    expect(await enter()).toMatchObject({ email: visitor.email });
    await decide({ secondFactorRequired: true });
    await expect(enter()).rejects.toMatchObject({ code: 'second_factor_required' });
    expect((await visitor.get('second-factor')).body).toMatchObject({ required: true, since: null });
    await setUp(visitor, Date.now);
    expect(await enter()).toMatchObject({ email: visitor.email });
  });
});

test('SI12: two people who change the policy at once do not overwrite each other', async () => {
  const policies = createSignInPolicies(server.database);
  const { revision, policy } = await policies.get(defaultTenantId);
  const results = await Promise.all(
    [5, 10, 15].map((idleMinutes) =>
      policies.change({ caller, revision, policy: { ...policy, idleMinutes } }),
    ),
  );
  expect(results.filter((result) => result !== 'stale')).toHaveLength(1);
});
