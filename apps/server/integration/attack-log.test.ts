import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiRoutes } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { socketPaths, webhookPaths } from '../testing/twilio-account.ts';

/** Log lines of level 50 and above alert an operator, so a request without a session must not cause one. */

let database: TestDatabase;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-log-'));
  server = await startServerProcess({
    DATABASE_URL: database.url,
    AUTH_SECRET: database.secret,
    DATA_DIR: dataDir,
    DRAIN_SECONDS: '0',
  });
  expect((await signUp({ email: 'kit@example.com' })).status).toBe(200);
});
afterAll(async () => {
  await server.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Raw HTTP: fetch would refuse to send half of this. */
function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<{ status: number }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number }>();
  const sent = request(server.url + path, { method, headers, agent: false }, (answer) => {
    answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0 }));
  });
  sent.on('error', () => resolve({ status: 0 }));
  sent.end(body);
  return promise;
}

/** Some at a time: all at once would only fill the queue of connections. */
async function inTurn(
  requests: readonly (() => Promise<{ status: number }>)[],
): Promise<{ status: number }[]> {
  const answers: { status: number }[] = [];
  const waiting = requests.values();
  const worker = async () => {
    for (const next of waiting) answers.push(await next());
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return answers;
}

const json = { 'content-type': 'application/json' };
const auth = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(`/api/auth/${path}`, {
    method: 'POST',
    headers: { ...json, origin: server.url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const password = 'a long enough password';
const signUp = (changes: object, headers?: Record<string, string>) =>
  auth(
    'sign-up/email',
    { firstName: 'Kit', lastName: 'Reed', email: 'x@example.com', password, ...changes },
    headers,
  );
const signIn = (headers: Record<string, string>) =>
  auth('sign-in/email', { email: 'kit@example.com', password: 'not the password' }, headers);

const alarming = () =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0|SERVER_ERROR|\[Better Auth\]/.test(line));

const odd = ['', '%', '%00', '\u00ff\u00fe', '=', ';;;', 'a'.repeat(6_000), '{"a":1}', '__proto__'];

test.each<[string, () => Promise<readonly { status: number }[]>]>([
  [
    'names that a database cannot hold',
    () => Promise.all(['\u0000', 'K\u0000', '\ud800'].map((firstName) => signUp({ firstName }))),
  ],
  [
    'two sign-ups with one address at the same moment',
    () => Promise.all(Array.from({ length: 6 }, () => signUp({ email: 'twin@example.com' }))),
  ],
  ['a taken address', async () => [await signUp({ email: 'kit@example.com' })]],
  ['wrong passwords', () => Promise.all(Array.from({ length: 8 }, () => signIn({})))],
  [
    'origins that are none',
    () =>
      Promise.all(
        [
          'null',
          'http://[',
          'https://',
          'x',
          'https://elsewhere.example.com',
          `http://${'a'.repeat(5_000)}`,
        ].map((origin) => signIn({ origin })),
      ),
  ],
  [
    'cookies that are none',
    () =>
      Promise.all(
        odd.flatMap((value) =>
          ['parley.session_token', 'parley.session_data', 'parley.known_device', ''].flatMap((name) => [
            send('/api/auth/get-session', { headers: { cookie: `${name}=${value}` } }),
            send('/api/auth/token', { headers: { cookie: `${name}=${value}` } }),
            signIn({ cookie: `${name}=${value}` }),
          ]),
        ),
      ),
  ],
  [
    'headers about where a request came from',
    () =>
      Promise.all(
        odd
          .filter((value) => value !== '')
          .flatMap((value) => [
            signIn({ 'x-forwarded-for': value, forwarded: value, referer: value, 'user-agent': value }),
            send('/config.json', { headers: { host: value, 'x-forwarded-host': value } }),
          ]),
      ),
  ],
  [
    'reset links that are none',
    () => Promise.all(odd.map((token) => auth('reset-password', { token, newPassword: password }))),
  ],
  [
    'bodies that are none',
    () =>
      Promise.all(
        ['', '{', 'null', '[]', '[['.repeat(10_000), '"x"', '{"__proto__":{"a":1}}'].flatMap((body) =>
          ['sign-in/email', 'sign-up/email', 'sign-out', 'reset-password'].map((path) => auth(path, body)),
        ),
      ),
  ],
  [
    'tokens that are none',
    () =>
      Promise.all(
        [
          ...odd,
          'a.b.c',
          ...[
            '{}',
            '{"alg":7}',
            '{"alg":"EdDSA","kid":{}}',
            '{"alg":"EdDSA","crit":["x"],"x":1}',
            '[]',
            'null',
          ]
            .map((header) => Buffer.from(header).toString('base64url'))
            .flatMap((header) => [`${header}.e30.AAAA`, `${header}..`, `${header}.%.%`]),
        ].map((token) => send('/api/agents', { headers: { authorization: `Bearer ${token}` } })),
      ),
  ],
  [
    'parts of files that do not exist',
    () =>
      Promise.all(
        ['bytes=-1', 'bytes=9999999-', 'bytes=a-b', 'x', 'bytes=0-0,5-3'].flatMap((range) =>
          ['/', '/config.json', '/favicon.svg', '/%ff', '/assets/%2e%2e/x'].map((path) =>
            send(path, { headers: { range, 'if-modified-since': 'never', 'accept-encoding': 'x;q=z' } }),
          ),
        ),
      ),
  ],
  [
    'ids, values and bodies that are none, on every route',
    () => {
      const paths = Object.values(apiRoutes).map(({ method, path }) => ({ method, path }));
      const others = ['/mcp', '/webhooks/check', '/voice/check', '/metrics'].flatMap((path) =>
        ['GET', 'POST'].map((method) => ({ method, path })),
      );
      return inTurn(
        [...paths, ...others].flatMap(({ method, path }) =>
          ['%00', '%ff', encodeURIComponent('\u0000'.repeat(300))].map((value) => () => {
            const query = `?token=${value}&signature=${value}&code=${value}`;
            const headers = method === 'GET' ? {} : json;
            const body = method === 'GET' ? undefined : '{"token":"\\u0000","id":{},"code":[],"email":7}';
            return send(path.replaceAll(/:\w+/g, value) + query, {
              method,
              headers,
              ...(body !== undefined && { body }),
            });
          }),
        ),
      );
    },
  ],
  [
    'webhooks and sockets of nobody',
    () =>
      Promise.all([
        ...Object.values(webhookPaths).map((path) =>
          send(path, { method: 'POST', headers: { 'x-twilio-signature': 'x' }, body: '%00=%ff&a=1' }),
        ),
        ...[...Object.values(socketPaths), '/', '/voice/%'].map((path) =>
          send(path, {
            headers: {
              ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
              ...{ 'sec-websocket-key': 'x', 'x-twilio-signature': 'x' },
            },
          }),
        ),
      ]),
  ],
])('requests without a session cannot cause a log line of level 50: %s', async (_what, act) => {
  const answers = await act();
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await send('/readyz')).status).toBe(200);
  expect(alarming()).toEqual([]);
});

test('requests without a session cannot cause a log line of level 50: by breaking off in the middle', async () => {
  const url = new URL(server.url);
  for (const text of [
    'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"',
    'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET /api/auth/token HTTP/1.0\r\n\r\n',
    'GET http://elsewhere.example.com/api/auth/token HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET //api/auth/token HTTP/1.1\r\nHost: \r\n\r\n',
    '\u0000\u0001\u0002',
  ]) {
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(text);
    await send('/healthz');
    socket.destroy();
  }
  expect((await send('/readyz')).status).toBe(200);
  expect(alarming()).toEqual([]);
});
