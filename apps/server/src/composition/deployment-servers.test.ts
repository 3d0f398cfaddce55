import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secret, storedConnection, storedMail } from '../../testing/connections.ts';
import { type S3Server, startS3Server } from '../../testing/files/s3-server.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { AppError } from '../errors.ts';
import { CheckLimit } from '../features/connections/check-limit.ts';
import { mailStorageEndpoints } from '../features/connections/mail-storage-endpoints.ts';
import { createHostGuard } from '../lib/host-guard.ts';
import type { Caller } from '../ports/caller.ts';
import type { NewConnection } from '../ports/connections.ts';
import type { EndpointRequest } from '../ports/endpoint.ts';
import { deploymentServers, deploymentTests } from './deployment-servers.ts';
import { openFileStore } from './files.ts';

const login = { user: 'desk', password: 'canary-mail-41' };
let mailServer: MailServer;
let bucket: S3Server;
let folder: string;
beforeAll(async () => {
  mailServer = await startMailServer({
    login,
    onSender: (from) => (from === 'other@example.com' ? { code: 553, text: 'no' } : null),
  });
  bucket = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), 'parley-stores-'));
});
afterAll(async () => {
  await mailServer.close();
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

const caller: Caller = {
  ...{ userId: 'u1', tenantId: 'clinic', permissions: [], displayName: 'Kit', email: 'kit@example.com' },
  expiresAt: new Date('2030-01-01'),
};

function setUp({ loopback = true, mayChange = async () => {} } = {}) {
  const connected: NewConnection[] = [];
  const servers = deploymentServers(openFileStore({ kind: 'folder', path: folder, named: false }));
  const endpoints = mailStorageEndpoints({
    store: {
      connect: async (connection) => {
        connected.push(connection);
        return { kind: 'connected', id: 'new' };
      },
    },
    assertMayChange: mayChange,
    changed: async () => ({ connections: {} as never }),
    guardOf: () => createHostGuard({ loopback, hosts: [] }),
    limit: new CheckLimit(new ManualClock()),
    servers,
  });
  const ask = <Name extends keyof typeof endpoints>(name: Name, body: unknown) =>
    (endpoints[name] as (request: EndpointRequest<Name>) => Promise<unknown>)({
      caller,
      body,
    } as EndpointRequest<Name>);
  return { ask, connected, servers };
}

const mail = () => ({
  ...{ host: '127.0.0.1', port: mailServer.port, security: 'plain', from: 'desk@example.com' },
  ...login,
});
const s3 = (changes: object = {}) => ({ place: 's3', ...bucket.settings, ...changes });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof AppError ? error.code : error),
  );

test('CN12: a test message reaches the person who asks, and nothing is stored', async () => {
  const { ask, connected } = setUp();
  expect(await ask('checkMail', mail())).toEqual({ sentTo: 'kit@example.com', problem: null });
  expect(mailServer.received.at(-1)).toMatchObject({ to: ['kit@example.com'], user: 'desk' });
  expect(connected).toEqual([]);
});

test('CN4: what does not work is not stored, and said with a remedy and without the secret', async () => {
  const { ask, connected } = setUp();
  const cases: [string, 'connectMail' | 'connectStorage', object][] = [
    ['mail_login', 'connectMail', { ...mail(), password: 'canary-wrong-9' }],
    ['mail_unreachable', 'connectMail', { ...mail(), port: 1 }],
    ['mail_tls', 'connectMail', { ...mail(), security: 'tls' }],
    ['storage_refused', 'connectStorage', s3({ secretAccessKey: 'canary-wrong-10' })],
    ['storage_missing', 'connectStorage', s3({ bucket: 'another' })],
    ['storage_unreachable', 'connectStorage', s3({ endpoint: 'http://127.0.0.1:1' })],
  ];
  for (const [code, name, body] of cases) {
    const error = (await ask(name, { ...body, replaces: null }).catch((reason) => reason)) as AppError;
    expect(error).toMatchObject({ code: 'connection_failed', details: { code } });
    expect(JSON.stringify(error.details) + error.message).not.toMatch(/canary|TESTKEY/);
  }
  expect(await ask('checkMail', { ...mail(), from: 'other@example.com' })).toMatchObject({
    sentTo: null,
    problem: { code: 'mail_from_refused' },
  });
  expect(connected).toEqual([]);
});

test('CN3: what works is stored, its secret apart from its settings', async () => {
  const { ask, connected } = setUp();
  await ask('connectMail', { ...mail(), replaces: null });
  await ask('connectStorage', { ...s3(), replaces: { id: 'old', revision: 3 } });
  await ask('connectStorage', { place: 'folder', replaces: null });
  expect(connected).toMatchObject([
    { settings: { kind: 'mail', host: '127.0.0.1', user: 'desk' }, secrets: { password: login.password } },
    {
      settings: { kind: 'storage', place: 's3', bucket: 'call-files', accessKeyId: 'TESTKEY' },
      secrets: { 'secret-key': 'test/secret+key' },
      replaces: { id: 'old', revision: 3 },
    },
    { settings: { kind: 'storage', place: 'folder' }, secrets: {} },
  ]);
  expect(JSON.stringify(connected.map(({ settings }) => settings))).not.toMatch(/canary|test\/secret/);
});

test('CN10: hosts of the own network are refused where they are not excepted, also as odd spellings', async () => {
  const { ask } = setUp({ loopback: false });
  const before = mailServer.logins.length;
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.5', '169.254.169.254', '0x7f.1', '2130706433', '::1'])
    expect(await codeOf(ask('checkMail', { ...mail(), host })), host).toBe('host_not_allowed');
  expect(mailServer.logins).toHaveLength(before);
});

test('CN10: storage in the own network is refused too, and http is for excepted hosts', async () => {
  const { ask } = setUp({ loopback: false });
  for (const endpoint of [bucket.settings.endpoint, 'https://192.168.1.9', 'http://storage.example.com'])
    expect(await codeOf(ask('checkStorage', s3({ endpoint }))), endpoint).toBe('host_not_allowed');
});

test('CN10: a mail server of the internet gets neither password nor message unencrypted', async () => {
  const { ask } = setUp();
  expect(await codeOf(ask('checkMail', { ...mail(), host: 'mail.example.com' }))).toBe('host_not_allowed');
});

test('CN9: where it may not be changed, nobody is asked', async () => {
  const { ask } = setUp({
    mayChange: async () => {
      throw new AppError('set_in_environment', 'It is set in the environment.');
    },
  });
  const before = mailServer.logins.length;
  expect(await codeOf(ask('connectMail', { ...mail(), replaces: null }))).toBe('set_in_environment');
  expect(mailServer.logins).toHaveLength(before);
});

test('CN11: twenty checks a minute, then too_many_requests', async () => {
  const { ask } = setUp();
  for (let count = 0; count < 20; count += 1) await ask('checkStorage', { place: 'folder' });
  expect(await codeOf(ask('checkStorage', { place: 'folder' }))).toBe('too_many_requests');
});

test('a stored connection is tried with its secret, or with the one that is to replace it', async () => {
  const { servers } = setUp();
  const tests = deploymentTests(servers, createHostGuard({ loopback: true, hosts: [] }));
  const { user, password, ...server } = mail();
  const connection = storedMail({
    settings: { version: 1, kind: 'mail', ...server, user, security: 'plain' },
    secrets: new Map([['password', secret('an old one')]]),
  });
  expect(await tests.mail?.(connection, {}, 'asked')).toMatchObject({ code: 'mail_login' });
  const before = mailServer.received.length;
  expect(await tests.mail?.(connection, { password }, 'routine')).toBeNull();
  expect(mailServer.received).toHaveLength(before);

  const { secretAccessKey, ...place } = bucket.settings;
  const storage = storedConnection({ version: 1, kind: 'storage', place: 's3', ...place });
  expect(await tests.storage?.(storage, {}, 'asked')).toMatchObject({ code: 'storage_refused' });
  expect(await tests.storage?.(storage, { 'secret-key': secretAccessKey }, 'asked')).toBeNull();
});
