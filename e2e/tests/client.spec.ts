import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { node, root } from '../harness/project.ts';
import { expect, test } from '../harness/test.ts';

/** Where pages find the modules of the client. */
const modules = '/packed-client/';
const run = promisify(execFile);

let folder: string;
let elsewhere: Server;
let origin: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-client-page-'));
  await run(node, [join(root, 'packages/client/build/build.ts'), folder], { cwd: root });
  // A page of somebody else, with the client on it.
  elsewhere = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith(modules)) return response.setHeader('content-type', 'text/html').end('<p>Page</p>');
    response.setHeader('content-type', 'text/javascript').end(await moduleAt(path));
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

const moduleAt = (path: string) => readFile(join(folder, path.slice(modules.length)), 'utf8');

/** A key of its own for this test, made by the administrator. */
async function newKey(page: Page): Promise<string> {
  const session = await page.request.get('/api/auth/get-session');
  const authorization = `Bearer ${session.headers()['set-auth-jwt']}`;
  const answer = await page.request.post('/api/keys', {
    headers: { authorization },
    data: { name: 'A page', permissions: ['calls.read', 'calls.place'] },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()).secret;
}

/** What a program on the page returns. It has `parley`, a client of the desk with the key, and `ParleyError`. */
function onPage<Result>(page: Page, desk: string, apiKey: string, program: string): Promise<Result> {
  const options = JSON.stringify({ baseUrl: desk, apiKey, maxRetries: 0 });
  return page.evaluate(`(async () => {
    const { ParleyClient, ParleyError } = await import('${modules}index.js');
    const parley = new ParleyClient(${options});
    ${program}
  })()`);
}

test('the client places a call from a page of the desk, and lists it', async ({
  adminPage: page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const key = await newKey(page);
  await page.route(`**${modules}*.js`, async (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: await moduleAt(new URL(route.request().url()).pathname),
    }),
  );
  await page.goto('/about');
  const seen = await onPage<{ callId: string; listed: string[]; remaining: number }>(
    ...([page, server.url, key] as const),
    `const call = { agentId: 'gs-dental', phoneNumber: '+15005550100', message: 'Say hello.', externalId: 'page-1' };
    const { callId } = await parley.calls.createCall(call);
    const listed = [];
    for await (const one of parley.calls.listCalls({ externalId: 'page-1', limit: 1 })) listed.push(one._id);
    return { callId, listed, remaining: parley.rateLimit?.remaining };`,
  );
  expect(seen.listed).toEqual([seen.callId]);
  expect(seen.remaining).toEqual(expect.any(Number));
  const refused = await onPage<unknown[]>(
    ...([page, server.url, key] as const),
    `const error = await parley.contacts.listContacts().catch((each) => each);
    return [error instanceof ParleyError, error.status, error.code];`,
  );
  expect(refused).toEqual([true, 403, 'not_permitted']);
});

test('a page of another origin gets nothing from the desk with a key, and places no call', async ({
  adminPage: page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/blocked by CORS policy/, /net::ERR_FAILED/);
  const key = await newKey(page);
  await page.goto(origin);
  const failures = await onPage<unknown[]>(
    ...([page, server.url, key] as const),
    `const call = { agentId: 'gs-dental', phoneNumber: '+15005550100', message: 'Say hello.', externalId: 'page-2' };
    const asked = [parley.calls.listCalls(), parley.calls.createCall(call)];
    const all = await Promise.all(asked.map((one) => one.then(() => 'answered', (error) => error)));
    return all.map((error) => [error instanceof ParleyError, error.status, error.code]);`,
  );
  expect(failures).toEqual([
    [true, null, 'no_answer'],
    [true, null, 'no_answer'],
  ]);
  const listed = await page.request.get(`${server.url}/api/calls?externalId=page-2`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([listed.status(), (await listed.json()).calls]).toEqual([200, []]);
});
