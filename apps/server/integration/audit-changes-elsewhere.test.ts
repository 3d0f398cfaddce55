import type { McpServer, NumberOffer, SignInPolicyResponse } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runAccess } from '../src/cli/access-commands.ts';
import { openAccess } from '../src/cli/open-access.ts';
import { readConfig } from '../src/config/config.ts';
import type { ChangeRoute } from '../testing/audited-changes.ts';
import { changeRequests, expectAllDone } from '../testing/audited-requests.ts';
import { BrowserSession } from '../testing/browser-session.ts';
import { openRealDesk, type RealDesk } from '../testing/real-desk.ts';
import { openHostileService } from '../testing/tool-transports/hostile-service.ts';
import { mcpService } from '../testing/tool-transports/mcp-service.ts';

vi.setConfig({ testTimeout: 120_000 });

const numbers = ['+15005550006', '+15005550008'];
const origin = 'https://desk.example.com';
const builtIn = { CLERK_PUBLISHABLE_KEY: '', CLERK_JWT_KEY: '', TRUST_PROXY: 'loopback' };
const done = new Set<ChangeRoute>();
let desk: RealDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openRealDesk({ numbers }, { TOOL_HOSTS: '127.0.0.1' });
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

/** By the pages of an administrator who is signed in elsewhere. */
function changes() {
  const client = desk.as();
  const send = (method: string, path: string, body?: object) =>
    client.request(method, path, body, { 'idempotency-key': crypto.randomUUID() });
  return { change: changeRequests({ owner, send, done }) };
}

test('AU1: a phone account, and the side of calls', async () => {
  const { change } = changes();
  const { organization } = desk;
  const offers = await organization.offers();
  const sids = numbers.map((number) => offers.find((offer) => offer.number === number)?.sid ?? '');
  await change(
    'connectPhone',
    {},
    {
      ...{ ...organization.credentials, numbers: sids, main: sids[0], replaces: null },
      ...{ callsAtOnce: 10, callsPerSecond: 10, countries: ['US'] },
    },
  );
  const { id, revision } = await organization.phone();
  await change(
    'changePhone',
    { id },
    { revision, limits: { callsAtOnce: 11, callsPerSecond: 10, countries: ['US'] } },
  );
  const listed = await desk.as().request('GET', `/api/connections/phone/${id}/numbers`);
  const [offer] = listed.body.numbers as NumberOffer[];
  await change('pointNumbers', { id }, { numbers: [{ sid: offer?.sid, seen: offer?.webhooks }] });
  for (const item of ['opening', 'limits', 'dnc', 'access'])
    await desk.as().request('PUT', '/api/go-live/looked-at', { item });
  const { goLive } = (await desk.as().request('GET', '/api/go-live')).body;
  const { organizationName, revision: side } = goLive;
  await change('goLive', {}, { confirmation: organizationName, revision: side });
});

test('AU1: MCP servers', async () => {
  const { change } = changes();
  const running = await openHostileService(mcpService().answer);
  const body = { name: 'Calendar', address: `http://127.0.0.1:${running.port}/mcp`, headers: [] };
  const { server } = await change('createMcpServer', {}, body);
  const tools = (server as McpServer).tools.map(({ description, inputSchema, state, offered, ...kept }) => ({
    ...kept,
    allowed: true,
  }));
  await change('saveMcpServer', server, { ...body, revision: 1, tools });
  const { server: looked } = await change('lookAtMcpServer', server);
  await change('deleteMcpServer', server, undefined, `?revision=${looked.revision}`);
  await running.close();
});

test('AU1: people and their accounts', async () => {
  await using server = await desk.startAnother(builtIn);
  const person = (email: string) => new BrowserSession(server.url, origin, email);
  await using access = await openAccess(readConfig({ ...desk.deployment.settings, ...builtIn }));
  const { output } = await runAccess({ name: 'list' }, access);
  const admin = person('admin@example.com');
  expect(await admin.signUp(/one-time code[^:]*: (\w+)/.exec(output)?.[1])).toBe(200);
  const change = changeRequests({
    ...{ owner, done },
    send: (method, path, body) => admin.ask(method, path, body),
  });
  const other = person('jo@example.com');
  expect(await other.signUp()).toBe(200);
  const { waiting } = (await admin.ask('GET', '/api/people')).body as { waiting: { id: string }[] };
  const { id } = waiting[0] ?? { id: '' };
  await change('setRole', { id }, { role: 'viewer' });
  await change('createResetLink', { id }, undefined);
  await change('signOutPerson', { id }, undefined);
  await change('removePerson', { id }, undefined);
  await change('deleteAccount', { id }, undefined);
  const { invitation } = await change('createInvitation', {}, { role: 'viewer', days: 1 });
  await change('withdrawInvitation', invitation, undefined);
  await change('setSignUp', {}, { policy: 'invited' });
  const { policy, revision } = (await admin.ask('GET', '/api/sign-in-policy')).body as SignInPolicyResponse;
  await change('updateSignInPolicy', {}, { revision, policy: { ...policy, idleMinutes: 480 } });
});

test('AU1: every route that needs accounts or services writes its entry', () => {
  expectAllDone(done, 'elsewhere');
});
