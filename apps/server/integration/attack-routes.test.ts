import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import {
  apiRoutes,
  examples,
  isTerminal,
  notPermittedSentence,
  permissionsOf,
  type Route,
  type RouteName,
  roles,
} from '@parley/contract';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AccountDirectory } from '../src/composition/account-directory.ts';
import { buildApp } from '../src/composition/app.ts';
import type { Endpoints } from '../src/ports/endpoint.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { tokenCases } from '../testing/tokens.ts';
import { connectFixed, socketPaths, webhookPaths } from '../testing/twilio-account.ts';
import { unsettled } from '../testing/unsettled.ts';

let desk: OpenDesk;
let client: DeskClient;
/** Ids that exist, so that only the guard can refuse the request. */
let ids: { call: string; template: string };

beforeAll(async () => {
  desk = await openDesk({ speed: 50 });
  ({ client } = desk);
  const call = await client.placeAccepted('+15005550101');
  // `expect.poll` works only inside a test.
  await vi.waitFor(async () => {
    expect(isTerminal((await client.call(call)).status)).toBe(true);
    expect(await unsettled(desk.database)).toEqual([]);
  }, 60_000);
  const { templates } = (await client.request('GET', '/api/templates/templates')).body;
  ids = { call, template: templates['gs-dental'][0]._id };
});
afterAll(() => desk.stop());

const table = Object.entries(apiRoutes) as [RouteName, Route][];
const guarded = table.filter(([, { guard }]) => guard === 'bearer');
const open = table.filter(([, { guard }]) => guard === 'public');

const addressOf = ({ path }: Route) =>
  path
    .replace(':agentId', 'gs-dental')
    .replace(':version', '1')
    .replace(':number', '+15005550006')
    .replace(':field', 'result')
    .replace(':part', '0')
    .replace(':name', 'calendar-key')
    .replace(':id', path.includes('/templates/') ? ids.template : ids.call);

function request(name: RouteName, headers: Record<string, string>): Promise<Response> {
  const body = examples[name].body as object | undefined;
  return fetch(desk.url + addressOf(apiRoutes[name]), {
    method: apiRoutes[name].method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const state = async () => [
  await client.calls(),
  (await client.request('GET', '/api/templates/templates')).body,
  (await client.request('GET', '/api/agent-cards')).body,
  (await client.request('GET', '/api/agents/gs-dental')).body,
  (await client.request('GET', '/api/tools')).body,
  (await client.request('GET', '/api/tools/secrets')).body,
  desk.lab.calls().length,
];

// Before the tests below, one of which places a call: what a refusal left alone is compared, and a live call changes.
describe('PM5: every role on every route of the contract', () => {
  /** Every way to spell a role, and what it counts as. */
  const people = [
    ...roles.map((role) => ({ role, spelled: role })),
    { role: 'viewer', spelled: ' Viewer ' },
    { role: 'operator', spelled: '' },
    { role: 'operator', spelled: 'superuser' },
  ] as const;
  describe.each(people)('as "$spelled"', ({ role, spelled }) => {
    const may = ([, route]: [RouteName, Route]) =>
      route.guard === 'public' || route.permission === null || permissionsOf[role].includes(route.permission);
    const signedIn = async () => ({ authorization: `Bearer ${await desk.as({ role: spelled }).token()}` });
    let before: unknown;
    beforeAll(async () => {
      before = await state();
    });

    // Everything that it names exists, and its body is good: only the role can refuse it.
    test.each(guarded.filter((entry) => !may(entry)))('%s is refused', async (name) => {
      const answer = await request(name, await signedIn());
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual({ error: notPermittedSentence, code: 'not_permitted' });
    });

    test('what was refused changed nothing', async () => {
      expect(await state()).toEqual(before);
    });

    // Nothing that it names exists, and its body is not good: it gets past the guard and changes nothing.
    test.each(guarded.filter(may))('%s gets past the guard', async (_, route) => {
      const answer = await fetch(desk.url + route.path.replaceAll(/:\w+/g, randomUUIDv7()), {
        method: route.method,
        headers: { 'content-type': 'application/json', ...(await signedIn()) },
        ...(route.body && { body: '{}' }),
      });
      // This desk has its accounts elsewhere.
      const elsewhere = route.errors.includes('managed_elsewhere') ? [409] : [];
      expect([200, 400, 404, ...elsewhere]).toContain(answer.status);
      await answer.body?.cancel();
    });
  });

  test('a role lowered in the organization counts, whatever the app says', async () => {
    const lowered = await client.token({ o: { id: 'org_low', slg: 'low', rol: 'viewer' } });
    const answer = await request('placeCall', { authorization: `Bearer ${lowered}` });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: notPermittedSentence, code: 'not_permitted' },
    ]);
    const read = await request('listCalls', { authorization: `Bearer ${lowered}` });
    expect(read.status).toBe(200);
  });
});

describe('every route of the contract', () => {
  const wrong = tokenCases('parley').filter(({ status }) => status !== 200);

  let before: unknown;
  beforeAll(async () => {
    before = await state();
  });

  test.each(guarded)('%s refuses every wrong token', async (name) => {
    for (const { name: kind, token, status } of wrong) {
      const bearer = await token(desk.deployment.mint);
      const answer = await request(name, bearer === null ? {} : { authorization: `Bearer ${bearer}` });
      expect([kind, answer.status]).toEqual([kind, status]);
      expect(Object.keys((await answer.json()) as object).toSorted()).toEqual(['code', 'error']);
    }
  });

  test('no request with a wrong token changed anything', async () => {
    expect(await state()).toEqual(before);
  });

  test.each(guarded.filter(([, { method }]) => method !== 'DELETE'))(
    '%s lets a good one in, so the guard was what kept the others out',
    async (name) => {
      const answer = await request(name, { authorization: `Bearer ${await client.token()}` });
      expect([401, 403]).not.toContain(answer.status);
      expect(answer.status).toBeLessThan(500);
      await answer.body?.cancel();
    },
  );

  test.each(open)('%s is public and holds no data of anybody', async (name) => {
    const answer = await request(name, {});
    expect(answer.status).toBe(200);
    const text = await answer.text();
    for (const secret of [ids.call, desk.lab.authToken, desk.database.secret, '+15005550101']) {
      expect(text).not.toContain(secret);
    }
  });

  test('nothing else is public', () => {
    expect(open.map(([, { path }]) => path)).toEqual(['/healthz', '/readyz', '/config.json']);
  });
});

describe('what the server serves besides the contract', () => {
  test.each(Object.entries(webhookPaths))(
    '%s wants the carrier’s signature, not a token',
    async (_, path) => {
      for (const headers of [{}, { authorization: `Bearer ${await client.token()}` }]) {
        const answer = await fetch(desk.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: 'CallSid=CA1&CallStatus=completed',
        });
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ code: 'bad_signature' });
      }
    },
  );

  test.each(Object.entries(socketPaths))('the socket %s wants it too', async (_, path) => {
    const socket = new WebSocket(desk.url.replace('http', 'ws') + path, {
      headers: { authorization: `Bearer ${await client.token()}` },
    });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    response.resume();
  });

  test('the API description is public, and the built-in sign-in is absent with Clerk', async () => {
    expect((await fetch(`${desk.url}/api/openapi.json`)).status).toBe(200);
    expect((await fetch(`${desk.url}/api/auth/get-session`)).status).toBe(404);
  });

  test('is exactly this', async () => {
    const { accountSid, authToken, url: baseUrl } = desk.lab;
    const labAccount = { accountSid, authToken, apiKey: null, phoneNumber: '+15005550006', baseUrl };
    const app = await buildApp({
      log: pino({ level: 'silent' }),
      trustProxy: false,
      security: { scriptHosts: [], https: false },
      webDir: '/nowhere',
      authenticate: () => Promise.reject(new Error('nobody')),
      endpoints: {} as Endpoints,
      auth: async () => {},
      carriers: {
        directory: new AccountDirectory([
          {
            connection: connectFixed(labAccount, 'http://127.0.0.1', { sandbox: true }),
            mainNumber: '+15005550006',
            sandbox: null,
          },
        ]),
        onWebhook: async () => null,
        onSocket: () => {},
        stopping: () => false,
      },
    });
    await app.ready();
    const known = new Set([
      ...table.map(([, { method, path }]) => `${method} ${path}`),
      'POST /webhooks/*',
      'GET /api/openapi.json',
      'ANY /api/auth/*',
    ]);
    expect(new Set(served(app.printRoutes()))).toEqual(known);
    await app.close();
  });
});

/** The framework's apiRoutes, from the tree it prints. */
function served(tree: string): string[] {
  const found: string[] = [];
  const above: string[] = [];
  for (const line of tree.split('\n')) {
    const parts = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, -]+)\))?$/.exec(line);
    if (!parts) continue;
    const [, indent = '', own = '', methods = ''] = parts;
    above.length = indent.length / 4;
    above.push(own);
    const path = above.join('');
    const spoken = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
    if (spoken.length > 6) found.push(`ANY ${path}`);
    else for (const method of spoken) found.push(`${method} ${path}`);
  }
  return found;
}
