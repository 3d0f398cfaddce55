import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { access } from '../src/cli/run-access.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

/** A server on loopback, with a public proxy or tunnel on the same machine. */

let database: TestDatabase;
let dataDir: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-first-'));
});
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await server?.end();
  server = null;
  await database.drop();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const settings = () => ({
  ...{ DATABASE_URL: database.url, AUTH_SECRET: database.secret },
  ...{ DATA_DIR: dataDir, DRAIN_SECONDS: '0' },
});

async function start(change: NodeJS.ProcessEnv = {}): Promise<string> {
  server = await startServerProcess({ ...settings(), ...change });
  return server.url;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly body: any;
}

/** A request as a proxy forwards it, with the headers that it adds. */
function ask(url: string, headers: Record<string, string>, payload?: object): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const method = payload === undefined ? 'GET' : 'POST';
  const sent = request(url, { method, headers, agent: false }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part) => (text += part));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
  });
  sent.on('error', reject);
  sent.end(payload === undefined ? undefined : JSON.stringify(payload));
  return promise;
}

let people = 0;
const signUp = (url: string, headers: Record<string, string> = {}, code?: string) =>
  ask(
    `${url}/api/auth/sign-up/email`,
    { 'content-type': 'application/json', origin: url, ...headers },
    {
      firstName: 'Kit',
      lastName: 'Reed',
      email: `kit-${++people}@example.com`,
      password: 'a long enough password',
      ...(code === undefined ? {} : { code }),
    },
  );

test('a visitor through a proxy or tunnel on the same machine does not become the administrator', async () => {
  const url = await start();
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 tunnel' },
    { 'x-real-ip': '203.0.113.7' },
    { 'cf-connecting-ip': '203.0.113.7' },
    { host: 'desk.example.com' },
    { host: 'abc.trycloudflare.com', 'x-forwarded-proto': 'https' },
    { 'x-forwarded-for': '127.0.0.1', 'x-parley-local-visitor': 'yes' },
  ]) {
    const name = JSON.stringify(headers);
    expect(await signUp(url, headers), name).toMatchObject({
      status: 403,
      body: { code: 'first_account_code' },
    });
    const config = await ask(`${url}/config.json`, headers);
    expect(config.body.identity.firstAccountNeedsCode, name).toBe(true);
  }
  // The code was not printed at start, because the proxy was unknown then; it was logged when the proxy was seen.
  const code = /one-time code for the first account: ([0-9a-f]{12})/.exec(server?.output() ?? '')?.[1];
  expect(code).toBeDefined();
  expect((await access(['list'], settings())).output).toContain(code);
  expect((await signUp(url, { 'x-forwarded-for': '203.0.113.7' }, 'ffffffffffff')).status).toBe(403);
  expect((await signUp(url, { 'x-forwarded-for': '203.0.113.7' }, code)).status).toBe(200);
  expect((await access(['list'], settings())).output).toMatch(/kit-\d+@example\.com .*admin/);
  // Later accounts need no code, and wait for access.
  expect((await signUp(url, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
});

test('a proxy that adds no header and rewrites the host does not make a stranger administrator', async () => {
  const { host, hostname, port } = new URL(await start());
  const person = { firstName: 'Kit', lastName: 'Reed', email: 'kit@example.com' };
  const payload = JSON.stringify({ ...person, password: 'a long enough password' });
  const head = [
    ...['POST /api/auth/sign-up/email HTTP/1.0', `Host: ${host}`, `Origin: http://${host}`],
    ...['Content-Type: application/json', `Content-Length: ${payload.length}`],
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join('\r\n')}\r\n\r\n${payload}`);
  const answer = await text(socket);
  expect(answer).toContain(' 403 ');
  expect(answer).toContain('first_account_code');
});

test('a proxy that is not in TRUST_PROXY is reported at start where it can be known, otherwise when it is seen', async () => {
  const warned = () => (server?.output().match(/share one limit on sign-ins/g) ?? []).length;
  const url = await start();
  await ask(`${url}/config.json`, {});
  expect(warned()).toBe(0);
  for (let n = 0; n < 3; n += 1) await ask(`${url}/config.json`, { 'x-forwarded-for': '203.0.113.7' });
  expect(warned()).toBe(1);
  await server?.end();
  await start({ PUBLIC_URL: 'https://desk.example.com' });
  expect(warned()).toBe(1);
  await server?.end();
  const named = await start({ PUBLIC_URL: 'https://desk.example.com', TRUST_PROXY: 'loopback' });
  await ask(`${named}/config.json`, { 'x-forwarded-for': '203.0.113.7' });
  expect(warned()).toBe(0);
});

test('a browser on the machine itself needs no code', async () => {
  const url = await start();
  expect(server?.output()).not.toContain('one-time code');
  expect((await ask(`${url}/config.json`, {})).body.identity.firstAccountNeedsCode).toBe(false);
  expect((await signUp(url)).status).toBe(200);
});

test.each([
  { PUBLIC_URL: 'https://desk.example.com' },
  { WEB_ORIGINS: 'http://localhost:3000,https://desk.example.com' },
  { TRUST_PROXY: 'loopback' },
])('with %j the code is required from everybody and printed at start', async (change) => {
  const url = await start(change);
  const origin = change.PUBLIC_URL ?? change.WEB_ORIGINS?.split(',')[0] ?? url;
  expect(await signUp(url, { origin })).toMatchObject({ status: 403, body: { code: 'first_account_code' } });
  const code = /The first account needs this one-time code: (\S+)/.exec(server?.output() ?? '')?.[1];
  expect((await signUp(url, { origin }, code)).status).toBe(200);
});
