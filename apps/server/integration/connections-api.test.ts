import type { Connections } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, startDesk } from '../testing/desk.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { type S3Server, startS3Server } from '../testing/files/s3-server.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

const login = { user: 'desk', password: 'planted-mail-password-1' };
let desk: OpenDesk;
let second: Desk;
let owner: pg.Client;
let mailServer: MailServer;
let bucket: S3Server;

beforeAll(async () => {
  desk = await openDesk();
  second = await startDesk(desk.deployment);
  mailServer = await startMailServer({ login });
  bucket = await startS3Server();
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await second.stop();
  await desk.stop();
  await mailServer.close();
  await bucket.stop();
});

const mail = () => ({
  ...{ host: '127.0.0.1', port: mailServer.port, security: 'plain', from: 'desk@example.com' },
  ...login,
});
const listed = async (client: DeskClient): Promise<Connections> =>
  (await client.request('GET', '/api/connections')).body.connections;
const audited = async () =>
  (await owner.query("select action, data from audit_log where action like 'connection.%' order by id")).rows;

test('CN6: a mail server that is connected on one server is used by the other, and tried, replaced and disconnected there', async () => {
  const [here, there] = [desk.client, second.as()];
  expect((await listed(here)).mail).toEqual({ state: 'not-set' });
  const connect = { ...mail(), replaces: null };

  // CN4: what does not work is not stored.
  const wrong = await here.request('POST', '/api/connections/mail', {
    ...connect,
    password: 'planted-wrong-1',
  });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'connection_failed' } });
  expect((await listed(here)).mail).toEqual({ state: 'not-set' });

  const connected = await here.request('POST', '/api/connections/mail', connect);
  expect(connected.body.connections.mail).toMatchObject({
    state: 'connected',
    revision: 1,
    shown: { host: '127.0.0.1', user: 'desk' },
    connectedBy: { displayName: expect.any(String) },
  });
  await expect.poll(async () => (await listed(there)).mail.state).toBe('connected');
  const { id } = connected.body.connections.mail;

  // CN17: two people at once, and a click that is sent twice.
  const again = await there.request('POST', '/api/connections/mail', connect);
  expect(again).toMatchObject({ status: 409, body: { code: 'settings_changed' } });

  expect((await there.request('POST', `/api/connections/${id}/test`)).body.problem).toBeNull();
  const secret = (client: DeskClient, revision: number, value: string) =>
    client.request('PUT', `/api/connections/${id}/secret`, { revision, secret: value });
  expect(await secret(there, 1, 'planted-wrong-2')).toMatchObject({ body: { code: 'connection_failed' } });
  expect(await secret(there, 7, login.password)).toMatchObject({ body: { code: 'settings_changed' } });
  const replaced = await secret(there, 1, login.password);
  expect(replaced.body.connections.mail).toMatchObject({ state: 'connected', revision: 2 });

  await mailServer.close();
  const failing = await here.request('POST', `/api/connections/${id}/test`);
  expect(failing.body.problem).toMatchObject({ code: 'mail_unreachable' });
  expect(failing.body.connections.mail).toMatchObject({
    state: 'failing',
    problem: { code: 'mail_unreachable' },
  });

  const ended = await there.request('POST', `/api/connections/${id}/disconnect`, { revision: 2 });
  expect(ended).toMatchObject({ status: 200, body: { restored: [], notRestored: [] } });
  expect(ended.body.connections.mail).toMatchObject({ state: 'disconnected', id, callsUp: 0 });
  await expect.poll(async () => (await listed(here)).mail.state).toBe('disconnected');
});

test('CN13: storage is written to and read back before it is connected', async () => {
  const client = desk.client;
  const place = { place: 's3', ...bucket.settings };
  const missing = await client.request('POST', '/api/connections/storage/check', {
    ...place,
    bucket: 'another',
  });
  expect(missing.body.problem).toMatchObject({ code: 'storage_missing' });
  const connected = await client.request('POST', '/api/connections/storage', { ...place, replaces: null });
  expect(connected.body.connections.storage).toMatchObject({
    state: 'connected',
    shown: { place: 's3', bucket: bucket.settings.bucket },
  });
  const { id, revision } = connected.body.connections.storage;
  const folder = { place: 'folder', replaces: { id, revision } };
  const replaced = await client.request('POST', '/api/connections/storage', folder);
  expect(replaced.body.connections.storage).toMatchObject({ state: 'connected', shown: { place: 'folder' } });
});

test('CN18: every change is in the audit log without a value, and what begins to fail is an event', async () => {
  const actions = (await audited()).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining([
      'connection.connected',
      'connection.secret_replaced',
      'connection.failing',
      'connection.disconnected',
    ]),
  );
  expect(JSON.stringify(await audited())).not.toMatch(/planted|127\.0\.0\.1|example\.com/);
  const { rows } = await owner.query("select type, data from outbox where type like 'connection.%'");
  expect(rows).toMatchObject([
    { type: 'connection.failing', data: { kind: 'mail', problem: 'mail_unreachable' } },
  ]);
});

test('CN9: a second organization ends what one alone may set; its connections are its own', async () => {
  const { storage } = await listed(desk.client);
  const other = desk.as({ organization: 'org_other', id: 'user_other' });
  expect((await listed(other)).storage).toEqual({ state: 'not-set' });
  expect((await listed(desk.client)).mayChange).toMatchObject({ storage: 'one_organization_only' });
  const id = storage.state === 'connected' ? storage.id : '';
  for (const [method, path, body] of [
    ['POST', `/api/connections/${id}/test`, undefined],
    ['PUT', `/api/connections/${id}/secret`, { revision: 1, secret: 'planted-other' }],
    ['POST', `/api/connections/${id}/disconnect`, { revision: 1 }],
    ['POST', `/api/connections/${id}/use-default`, { revision: 1 }],
  ] as const)
    expect(await other.request(method, path, body)).toMatchObject({ body: { code: 'connection_not_found' } });
  const refused = await other.request('POST', '/api/connections/mail', { ...mail(), replaces: null });
  expect(refused).toMatchObject({ status: 409, body: { code: 'one_organization_only' } });
});

test('CN14: in the sandbox until everything is ready and a person says otherwise; every role sees which side it is', async () => {
  const admin = desk.as({ organization: 'org_live', id: 'user_live' });
  const viewer = desk.as({ organization: 'org_live', id: 'user_view', role: 'viewer' });
  const calling = async () => (await viewer.request('GET', '/api/calling')).body.calling;
  expect(await calling()).toMatchObject({
    ...{ side: 'sandbox', refused: null, speaker: 'scripted', note: null, revision: 0 },
    sandbox: { handsetUrl: expect.stringContaining('http') },
    firstSteps: { placed: false, handset: false, live: false },
  });
  for (const [method, path, body] of [
    ['GET', '/api/go-live', undefined],
    ['POST', '/api/go-live', { confirmation: 'org_live', revision: 0 }],
    ['POST', '/api/back-to-sandbox', { revision: 0 }],
  ] as const)
    expect(await viewer.request(method, path, body)).toMatchObject({ body: { code: 'not_permitted' } });

  await admin.placeAccepted('+15005550199');
  await expect.poll(async () => (await calling()).firstSteps.placed).toBe(true);

  const looked = await admin.request('PUT', '/api/go-live/looked-at', { item: 'opening' });
  const stateOf = (id: string) =>
    looked.body.goLive.checks.find((check: { id: string }) => check.id === id)?.state;
  expect([stateOf('opening'), stateOf('dnc'), stateOf('phone')]).toEqual(['ok', 'to-do', 'to-do']);
  const early = await admin.request('POST', '/api/go-live', { confirmation: 'org_live', revision: 0 });
  expect(early).toMatchObject({ status: 409, body: { code: 'not_ready' } });
  expect((await calling()).side).toBe('sandbox');

  // CN15, CN18: said by a person, once, with an event in the same transaction.
  const back = () => admin.request('POST', '/api/back-to-sandbox', { revision: 0 });
  const both = await Promise.all([back(), back()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await owner.query("select data from outbox where type = 'calling.switched'");
  expect(rows).toEqual([{ data: { version: 1, side: 'sandbox', revision: 1 } }]);
  await expect
    .poll(async () => {
      const there = second.as({ organization: 'org_live', id: 'user_view', role: 'viewer' });
      return (await there.request('GET', '/api/calling')).body.calling.revision;
    })
    .toBe(1);
});
