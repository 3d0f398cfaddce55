import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createInvitationStore } from '../src/adapters/postgres/people/invitation-store.ts';
import { createPeopleStore } from '../src/adapters/postgres/people/people-store.ts';
import type { InvitationStore, PeopleStore } from '../src/ports/people.ts';
import { type OpenIdentity, openIdentity, testAppKey } from '../testing/identity-server.ts';
import { Visitor } from '../testing/visitor.ts';

let server: OpenIdentity;
let people: PeopleStore;
let invitations: InvitationStore;
let adminId: string;

beforeAll(async () => {
  server = await openIdentity();
  const { identityPool } = server.database;
  people = createPeopleStore(identityPool, testAppKey);
  invitations = createInvitationStore(identityPool, testAppKey);
  const admin = new Visitor(server.app);
  await admin.signUp();
  adminId = await idOf(admin);
});
afterAll(() => server.stop());
beforeEach(() => people.setSignUpPolicy(adminId, 'open'));

const idOf = async (visitor: Visitor) => String((await visitor.get('get-session')).body.user.id);
const roleOf = async (visitor: Visitor) => (await people.findByEmail(visitor.email))?.role ?? null;

async function invite(email: string | null = null, days = 7): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await invitations.create(adminId, { token, role: 'viewer', email, days });
  return token;
}

async function visitorWithAccount(): Promise<Visitor> {
  const visitor = new Visitor(server.app);
  expect((await visitor.signUp()).status).toBe(200);
  return visitor;
}

describe('an invitation', () => {
  test('PE12: is stored as a digest; the link stands nowhere in the database', async () => {
    const token = await invite();
    const { rows } = await server.database.identityPool.query('select * from identity.invitation');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await invitations.look(token)).toMatchObject({ kind: 'open', role: 'viewer', email: null });
  });

  test('PE12: creates an account that has the role at once', async () => {
    const token = await invite();
    const kit = new Visitor(server.app);
    expect((await kit.post('invitation/look', { token })).body).toEqual({
      ...{ role: 'viewer', email: null, signUpPossible: true },
      expiresAt: expect.any(String),
    });
    expect((await kit.signUp({ invitation: token })).status).toBe(200);
    expect((await kit.claims())?.m).toEqual({ [testAppKey]: 'viewer' });
  });

  test('PE14: lets in somebody who has an account; whoever has access keeps theirs, and the link still works', async () => {
    const token = await invite();
    const member = await visitorWithAccount();
    await people.setRole(adminId, await idOf(member), 'operator');
    const waiting = await visitorWithAccount();
    expect(await member.post('invitation/accept', { token })).toMatchObject({
      ...{ status: 409, body: { code: 'already_member' } },
    });
    expect(await roleOf(member)).toBe('operator');
    expect((await waiting.post('invitation/accept', { token })).status).toBe(200);
    expect(await roleOf(waiting)).toBe('viewer');
    expect((await new Visitor(server.app).post('invitation/accept', { token })).status).toBe(401);
  });

  test('PE13: used twice, by a new account or one that exists, it says so and gives nothing', async () => {
    const token = await invite();
    expect((await new Visitor(server.app).signUp({ invitation: token })).status).toBe(200);
    const second = new Visitor(server.app);
    const used = {
      status: 409,
      body: { code: 'invitation_used', error: expect.stringContaining('has been used') },
    };
    expect(await second.signUp({ invitation: token })).toMatchObject(used);
    expect(await people.findByEmail(second.email)).toBeNull();
    const other = await visitorWithAccount();
    expect(await other.post('invitation/accept', { token })).toMatchObject(used);
    expect(await other.post('invitation/look', { token })).toMatchObject(used);
    expect(await roleOf(other)).toBeNull();
  });

  test('PE15: expired, withdrawn or made up it says so and gives nothing', async () => {
    const withdrawn = await invite();
    for (const { id } of await invitations.list()) await invitations.withdraw(adminId, id);
    const late = await invite();
    await server.database.identityPool.query(
      'update identity.invitation set expires_at = now() where used_at is null',
    );
    const waiting = await visitorWithAccount();
    for (const [token, status, code] of [
      [late, 409, 'invitation_expired'],
      [withdrawn, 404, 'invitation_not_found'],
      ['made-up', 404, 'invitation_not_found'],
    ] as const) {
      const visitor = new Visitor(server.app);
      expect(await visitor.signUp({ invitation: token })).toMatchObject({ status, body: { code } });
      expect(await people.findByEmail(visitor.email)).toBeNull();
      for (const path of ['invitation/look', 'invitation/accept'])
        expect(await waiting.post(path, { token }), path).toMatchObject({ status, body: { code } });
    }
    expect(await roleOf(waiting)).toBeNull();
  });

  test('PE12: with an address it works for this account alone, and stays open for it', async () => {
    const invited = new Visitor(server.app);
    const token = await invite(invited.email);
    const wrong = { status: 403, body: { code: 'invitation_other_account' } };
    const other = new Visitor(server.app);
    expect(await other.signUp({ invitation: token })).toMatchObject(wrong);
    expect(await (await visitorWithAccount()).post('invitation/accept', { token })).toMatchObject(wrong);
    expect((await invited.signUp({ invitation: token, email: invited.email.toUpperCase() })).status).toBe(
      200,
    );
    expect(await roleOf(invited)).toBe('viewer');
  });

  test('PE13: works again where the account could not be created', async () => {
    const token = await invite();
    const taken = await visitorWithAccount();
    expect(await new Visitor(server.app).signUp({ invitation: token, email: taken.email })).toMatchObject({
      ...{ status: 409, body: { code: 'email_taken' } },
    });
    expect((await new Visitor(server.app).signUp({ invitation: token })).status).toBe(200);
  });

  test('PE13: a claim that a crash left behind runs out, and another address does not free it before', async () => {
    const token = await invite();
    expect(await invitations.claim(token, 'kit@example.com')).toMatchObject({ kind: 'open' });
    await invitations.release(token, 'jo@example.com');
    expect(await invitations.claim(token, 'jo@example.com')).toEqual({ kind: 'used' });
    await server.database.identityPool.query(
      'update identity.invitation set claimed_until = now() where claimed_until is not null',
    );
    expect(await invitations.claim(token, 'jo@example.com')).toMatchObject({ kind: 'open' });
  });

  test('PE13: of 20 who create an account with it at once exactly one gets an account', async () => {
    await people.setSignUpPolicy(adminId, 'invited');
    const token = await invite();
    const another = await server.startAnother();
    const before = (await people.list()).length;
    const visitors = Array.from({ length: 20 }, (_, n) => new Visitor(n % 2 ? server.app : another.app));
    const answers = await Promise.all(visitors.map((visitor) => visitor.signUp({ invitation: token })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect(new Set(answers.map(({ body }) => body.code ?? 'ok'))).toEqual(new Set(['ok', 'invitation_used']));
    expect((await people.list()).length).toBe(before + 1);
    const roles = await Promise.all(visitors.map(roleOf));
    expect(roles.filter((role) => role === 'viewer')).toHaveLength(1);
  });

  test('PE13: of 20 accounts that use it at once exactly one gets the role', async () => {
    const token = await invite();
    const visitors = [];
    for (let n = 0; n < 20; n += 1) visitors.push(await visitorWithAccount());
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.post('invitation/accept', { token })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await Promise.all(visitors.map(roleOf))).filter(Boolean)).toEqual(['viewer']);
  });

  test('PE12: no more than 200 are open at a time', async () => {
    for (const { id } of await invitations.list()) await invitations.withdraw(adminId, id);
    await server.database.identityPool.query(
      `insert into identity.invitation (app_key, digest, role, created_by, expires_at)
       select $1, gen_random_uuid()::text, 'viewer', $2, now() + interval '1 day' from generate_series(1, 200)`,
      [testAppKey, adminId],
    );
    const token = randomUUID();
    expect(await invitations.create(adminId, { token, role: 'viewer', email: null, days: 1 })).toBeNull();
    await server.database.identityPool.query('delete from identity.invitation');
  });
});

describe('PE11: who may sign up', () => {
  test('open: everybody, and the account waits', async () => {
    expect(await server.identity.publicConfig({ local: false })).toMatchObject({ signUp: 'open' });
    expect(await roleOf(await visitorWithAccount())).toBeNull();
  });

  test('invited: nobody without an invitation, also on a server that did not change it', async () => {
    const another = await server.startAnother();
    await people.setSignUpPolicy(adminId, 'invited');
    expect(await another.identity.publicConfig({ local: false })).toMatchObject({ signUp: 'invited' });
    const kit = new Visitor(another.app);
    expect(await kit.signUp()).toMatchObject({ status: 403, body: { code: 'invitation_needed' } });
    expect((await kit.signUp({ invitation: await invite() })).status).toBe(200);
  });

  test('closed: nobody; an invitation still lets in an account that exists', async () => {
    const waiting = await visitorWithAccount();
    await people.setSignUpPolicy(adminId, 'closed');
    const token = await invite();
    const kit = new Visitor(server.app);
    for (const body of [{}, { invitation: token }])
      expect(await kit.signUp(body)).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } });
    expect(await kit.post('invitation/look', { token })).toMatchObject({ body: { signUpPossible: false } });
    expect((await waiting.post('invitation/accept', { token })).status).toBe(200);
  });

  test('a refused sign-up costs none of the attempts of the address', async () => {
    await people.setSignUpPolicy(adminId, 'closed');
    const kit = new Visitor(server.app);
    for (let n = 0; n < 12; n += 1) expect((await kit.signUp()).status).toBe(403);
    await people.setSignUpPolicy(adminId, 'open');
    expect((await kit.signUp()).status).toBe(200);
  });
});
