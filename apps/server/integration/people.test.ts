import { randomUUID } from 'node:crypto';
import type { SignInPolicyResponse, SignUpPolicy } from '@parley/contract';
import { startLab } from '@parley/phone-lab';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPeopleStore } from '../src/adapters/postgres/people/people-store.ts';
import { runAccess } from '../src/cli/access-commands.ts';
import { openAccess } from '../src/cli/open-access.ts';
import { readConfig } from '../src/config/config.ts';
import { BrowserSession } from '../testing/browser-session.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Deployment, type Desk, startDesk } from '../testing/desk.ts';
import { startMailServer } from '../testing/mail-server.ts';

const origin = 'https://desk.example.com';
const builtIn = { CLERK_PUBLISHABLE_KEY: '', CLERK_JWT_KEY: '', TRUST_PROXY: 'loopback' };

let database: TestDatabase;
let deployment: Deployment;
let stopLab: () => Promise<void>;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
/** Two servers of one deployment. */
let one: Desk;
let two: Desk;
let admin: BrowserSession;

beforeAll(async () => {
  database = await createTestDatabase();
  const lab = await startLab({ speed: 20, cps: 1000 });
  stopLab = () => lab.stop();
  deployment = await createDeployment(database, lab);
  mailServer = await startMailServer();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls=off`, MAIL_FROM: 'desk@example.com' };
  one = await startDesk(deployment, { ...builtIn, ...mail });
  two = await startDesk(deployment, builtIn);
  admin = browser(one, 'admin@example.com');
  const code = /one-time code[^:]*: (\w+)/.exec((await command('list')).output)?.[1];
  expect(await admin.signUp(code)).toBe(200);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await stopLab();
  await mailServer.close();
  await database.drop();
});

const browser = (desk: Desk, email: string) => new BrowserSession(desk.url, origin, email);

async function command(name: 'list' | 'grant' | 'revoke', email = '', role = '') {
  const config = readConfig({ ...deployment.settings, ...builtIn });
  await using tools = await openAccess(config);
  return await runAccess(
    name === 'list' ? { name } : name === 'grant' ? { name, email, role } : { name, email },
    tools,
  );
}

async function list() {
  const { status, body } = await admin.ask('GET', '/api/people');
  expect(status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  return body as any;
}

/** Somebody with an account and, unless null, a role. */
async function newPerson(role: string | null, desk = one): Promise<{ person: BrowserSession; id: string }> {
  const person = browser(desk, `${randomUUID()}@example.com`);
  expect(await person.signUp()).toBe(200);
  const { waiting } = await list();
  const { id } = waiting.find((each: { email: string }) => each.email === person.email);
  if (role !== null)
    expect(await admin.ask('PUT', `/api/people/${id}/role`, { role })).toMatchObject({ status: 200 });
  return { person, id };
}

/** This server refuses the token, which has not expired by itself. */
async function ended(token: string, desk: Desk): Promise<void> {
  await expect.poll(async () => (await get(desk, '/api/calls', token)).status, { interval: 50 }).toBe(401);
  expect(Date.now()).toBeLessThan(Number(decodeJwt(token).exp) * 1000);
}

async function get(desk: Desk, path: string, token: string): Promise<Response> {
  return fetch(desk.url + path, { headers: { authorization: `Bearer ${token}` } });
}

/** The token of a page with its event stream on this server. `closed` settles when the server ends the stream. */
async function openPage(person: BrowserSession, desk: Desk) {
  const token = await person.token();
  const response = await get(desk, '/api/events', token);
  expect(response.status).toBe(200);
  return { token, closed: response.text() };
}

test('PE1, PE3: people and waiting accounts are listed, let in, changed, removed and deleted', async () => {
  const { person, id } = await newPerson(null);
  expect(await admin.ask('DELETE', '/api/people/nobody/account')).toMatchObject({
    ...{ status: 404, body: { code: 'person_not_found' } },
  });
  expect(await admin.ask('PUT', `/api/people/${id}/role`, { role: 'viewer' })).toMatchObject({
    body: { changed: true },
  });
  expect((await person.ask('GET', '/api/calls')).status).toBe(200);
  const listed = await list();
  expect(listed).toMatchObject({
    managedBy: 'built-in',
    mailPossible: true,
    signUp: { policy: 'open', role: null },
  });
  expect(listed.people).toContainEqual({
    ...{ id, name: 'Kit Reed', email: person.email, role: 'viewer', storedRole: null, secondFactor: false },
    // PE2: seen when the token was issued.
    lastSeenAt: expect.any(String),
  });
  expect(await admin.ask('DELETE', `/api/people/${id}/account`)).toMatchObject({
    ...{ status: 409, body: { code: 'person_has_role' } },
  });
  expect(await admin.ask('DELETE', `/api/people/${id}/role`)).toMatchObject({ body: { changed: true } });
  expect((await list()).waiting).toContainEqual(expect.objectContaining({ id }));
  expect(await admin.ask('DELETE', `/api/people/${id}/account`)).toMatchObject({ body: { changed: true } });
  expect(JSON.stringify(await list())).not.toContain(id);
  expect(await person.signIn()).toBe(401);
});

test('PE1: a stored role that is none of the three is shown with what it counts as', async () => {
  const { person, id } = await newPerson(null);
  await command('grant', person.email, 'front-desk');
  expect((await list()).people).toContainEqual(
    expect.objectContaining({ id, role: 'operator', storedRole: 'front-desk' }),
  );
});

/** A link may be folded into lines. */
const unfolded = (source = '') => source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');

test('PE6: a link for a new password is given to whoever asks for it, is mailed, and works once', async () => {
  const { person, id } = await newPerson('viewer');
  const { body } = (await admin.ask('POST', `/api/people/${id}/reset-link`)) as {
    body: { link: string; mail: string };
  };
  expect(body.mail).toBe('sent');
  const mailed = mailServer.received.at(-1);
  expect(mailed).toMatchObject({ to: [person.email] });
  expect(unfolded(mailed?.source)).toContain(body.link);
  const token = new URL(body.link).searchParams.get('token');
  const reset = () =>
    fetch(`${one.url}/api/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ token, newPassword: 'another long password' }),
    });
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(400);
  expect(await person.signIn()).toBe(401);
});

test('PE12, PE16: an invitation is mailed where mail is connected, and its link is shown once', async () => {
  const email = 'new@example.com';
  const invited = await admin.ask('POST', '/api/people/invitations', { role: 'operator', email, days: 3 });
  expect(invited).toMatchObject({
    status: 200,
    body: { mail: 'sent', invitation: { role: 'operator', email } },
  });
  const { link, invitation } = invited.body as { link: string; invitation: { id: string } };
  const mail = mailServer.received.at(-1);
  expect(mail).toMatchObject({ to: [email] });
  expect(unfolded(mail?.source)).toContain(link);
  expect(JSON.stringify(await list())).not.toContain(link.split('#')[1]);
  const withoutMail = browser(two, admin.email);
  await withoutMail.signIn();
  expect(
    await withoutMail.ask('POST', '/api/people/invitations', {
      role: 'viewer',
      email: 'b@example.com',
      days: 1,
    }),
  ).toMatchObject({ body: { mail: 'none' } });
  expect(
    await admin.ask('POST', '/api/people/invitations', { role: 'viewer', email: admin.email, days: 1 }),
  ).toMatchObject({ status: 409, body: { code: 'already_member' } });
  const withdraw = () => admin.ask('DELETE', `/api/people/invitations/${invitation.id}`);
  expect(await withdraw()).toMatchObject({ status: 200 });
  expect(await withdraw()).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
});

test('PE10: the last admin can be neither demoted nor removed, on the page and on the command line', async () => {
  const { id } = (await list()).people.find((each: { email: string }) => each.email === admin.email);
  const refused = { status: 409, body: { code: 'last_admin' } };
  expect(await admin.ask('PUT', `/api/people/${id}/role`, { role: 'operator' })).toMatchObject(refused);
  expect(await admin.ask('DELETE', `/api/people/${id}/role`)).toMatchObject(refused);
  for (const tried of [command('revoke', admin.email), command('grant', admin.email, 'viewer')])
    expect(await tried).toMatchObject({ exitCode: 1, output: expect.stringContaining('the last admin') });
  expect((await admin.ask('GET', '/api/people')).status).toBe(200);
});

test('PE10: two admins who demote or remove each other at the same moment leave one', async () => {
  const opened = await database.open();
  const people = createPeopleStore(opened.identityPool, `race-${randomUUID()}`);
  const { id: a } = await newPerson(null);
  const { id: b } = await newPerson(null);
  for (let round = 0; round < 20; round += 1) {
    await people.setRole(a, a, 'admin');
    await people.setRole(a, b, round % 3 === 0 ? ' Admin ' : 'admin');
    const results = await Promise.all([
      round % 2 ? people.setRole(a, b, 'viewer') : people.remove(a, b),
      round % 5 ? people.setRole(b, a, 'viewer') : people.remove(b, a),
    ]);
    expect(results.toSorted()).toEqual(['changed', 'last admin']);
    const admins = (await people.list()).filter(({ role }) => role?.trim().toLowerCase() === 'admin');
    expect(admins).toHaveLength(1);
  }
});

test('PE20: a role that is taken or changed ends requests and event streams on all servers, before the token expires', async () => {
  for (const change of [
    (id: string) => admin.ask('PUT', `/api/people/${id}/role`, { role: 'viewer' }),
    (id: string) => admin.ask('DELETE', `/api/people/${id}/role`),
    (_: string, email: string) => command('grant', email, 'viewer'),
    (_: string, email: string) => command('revoke', email),
  ]) {
    const { person, id } = await newPerson('operator');
    const { person: bystander } = await newPerson('operator');
    const other = await openPage(bystander, two);
    const pages = [await openPage(person, one), await openPage(person, two)];
    await change(id, person.email);
    await Promise.all(pages.map(({ closed }) => closed));
    for (const { token } of pages) for (const desk of [one, two]) await ended(token, desk);
    expect((await get(two, '/api/calls', other.token)).status).toBe(200);
  }
});

test('PE20: a new token of somebody whose role changed works at once on both servers, with the new role', async () => {
  const { person, id } = await newPerson('operator');
  await admin.ask('PUT', `/api/people/${id}/role`, { role: 'viewer' });
  const token = await person.token();
  for (const desk of [one, two]) {
    expect((await get(desk, '/api/calls', token)).status).toBe(200);
    expect((await get(desk, '/api/people', token)).status).toBe(403);
  }
});

test('PE5, PE20: a session that ends ends its requests and streams on all servers, before the token expires; others go on', async () => {
  const { person, id } = await newPerson('operator');
  const elsewhere = browser(two, person.email);
  await elsewhere.signIn();
  const [first, second] = [await openPage(person, two), await openPage(elsewhere, one)];
  await person.signOut();
  await first.closed;
  for (const desk of [one, two]) await ended(first.token, desk);
  expect((await get(two, '/api/calls', second.token)).status).toBe(200);
  expect(await admin.ask('POST', `/api/people/${id}/sign-out`)).toMatchObject({ body: { changed: true } });
  await second.closed;
  for (const desk of [one, two]) await ended(second.token, desk);
  expect((await elsewhere.ask('GET', '/api/calls')).status).toBe(401);
});

test('PE21: a server that starts after the change refuses the token too', async () => {
  const { person, id } = await newPerson('operator');
  const token = await person.token();
  await admin.ask('DELETE', `/api/people/${id}/role`);
  await using late = await startDesk(deployment, builtIn);
  expect((await get(late, '/api/calls', token)).status).toBe(401);
});

test('PE7: every change is in the audit log, with ids alone', async () => {
  const opened = await database.open();
  const { signUp } = (await admin.ask('GET', '/api/people')).body as {
    signUp: { policy: SignUpPolicy } | null;
  };
  for (const policy of ['invited', signUp?.policy])
    expect((await admin.ask('PUT', '/api/people/sign-up', { policy })).status).toBe(200);
  const { policy, revision } = (await admin.ask('GET', '/api/sign-in-policy')).body as SignInPolicyResponse;
  const longer = { ...policy, idleMinutes: policy.idleMinutes === 720 ? 480 : 720 };
  for (const [index, each] of [longer, policy].entries()) {
    const body = { policy: each, revision: revision + index };
    expect((await admin.ask('PUT', '/api/sign-in-policy', body)).status).toBe(200);
  }
  const { rows } = await opened.asSystem((tx) =>
    tx.execute<{ action: string }>(
      "select actor, action, subject, data from audit_log where action ~ '^(account|invitation|access|password|sign-up|sign-in)'",
    ),
  );
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of ['access.granted', 'access.revoked', 'access.signed_out', 'account.deleted'])
    expect(actions).toContain(action);
  for (const action of ['invitation.created', 'invitation.withdrawn', 'password.reset'])
    expect(actions).toContain(action);
  for (const action of ['sign-up.changed', 'sign-in-policy.changed']) expect(actions).toContain(action);
  expect(JSON.stringify(rows)).not.toMatch(/@|Kit|Reed/);
});

test('PE22: with Clerk people are listed as their tokens name them, and nothing can be changed', async () => {
  await using desk = await startDesk(deployment);
  const organization = 'org_people';
  await desk.as({ id: 'user_viewer', organization, role: 'viewer' }).request('GET', '/api/calls');
  const manager = desk.as({ id: 'user_admin', organization });
  const people = async () => (await manager.request('GET', '/api/people')).body;
  await expect.poll(async () => (await people()).people.length).toBe(2);
  expect(await people()).toMatchObject({ managedBy: 'clerk', waiting: [], invitations: [], signUp: null });
  expect((await people()).people).toContainEqual(
    expect.objectContaining({ id: 'user_viewer', role: 'viewer', secondFactor: null }),
  );
  expect(await desk.as({ organization: 'org_else' }).request('GET', '/api/people')).toMatchObject({
    body: { people: expect.not.arrayContaining([expect.objectContaining({ id: 'user_viewer' })]) },
  });
  for (const [method, path, body] of [
    ['PUT', '/api/people/user_viewer/role', { role: 'admin' }],
    ['DELETE', '/api/people/user_viewer/role', undefined],
    ['POST', '/api/people/invitations', { role: 'viewer', days: 1 }],
    ['PUT', '/api/people/sign-up', { policy: 'closed' }],
  ] as const)
    expect(await manager.request(method, path, body)).toMatchObject({
      ...{ status: 409, body: { code: 'managed_elsewhere', error: expect.stringContaining('in Clerk') } },
    });
  const policy = (await manager.request('GET', '/api/sign-in-policy')).body;
  expect(policy).toMatchObject({ managedBy: 'clerk' });
});
