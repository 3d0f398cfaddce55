import { examples } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../testing/desk.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { askMcp } from '../testing/mcp-requests.ts';
import { openRealDesk, type RealDesk } from '../testing/real-desk.ts';

const ours = '+15005550006';
const number = '+12025550123';
const message = 'Say hello.';
const agentId = 'gs-dental';

interface Answer {
  readonly status: number;
  readonly callId?: string;
  readonly code?: string;
}

/** A way to ask for a call; each request is sent to the server that is named. */
interface Way {
  readonly name: string;
  /** Asks with a key, or with another request for the same key. */
  ask(server: Desk, key: string, other?: boolean): Promise<Answer>;
}

let desk: RealDesk;
let fewCalls: Desk;
let onlyGermany: Desk;
let ways: readonly Way[];
let contactId: string;
const first = new Map<string, Answer>();

beforeAll(async () => {
  desk = await openRealDesk(
    { numbers: [ours], callees: { default: 'handset' } },
    { CALLS_PER_MINUTE: '1000', CALLS_PER_DAY: '1000' },
  );
  ways = [...(await httpWays(desk.as())), mcpWay(await keyOf(desk.as()))];
  expect(await desk.organization.connect([ours])).toMatchObject({ status: 200 });
  await desk.organization.goLive();
  await setPrice(desk.as());
  for (const way of ways) {
    const placed = await way.ask(desk, 'first');
    expect([way.name, placed.status, placed.callId]).toEqual([way.name, 200, expect.any(String)]);
    first.set(way.name, placed);
  }
  fewCalls = await desk.startAnother({ CALLS_PER_DAY: '1' });
  onlyGermany = await desk.startAnother({ ALLOWED_COUNTRIES: 'DE' });
});
afterAll(() => desk.stop());

async function httpWays(client: DeskClient): Promise<Way[]> {
  contactId = (await client.addContact(number, 'Ada')).body.contact.id;
  const { template } = (
    await client.request('POST', '/api/templates/templates', {
      ...{ name: 'Greeting', prompt: 'Greet <Patient>.', agentId, placeholders: {} },
    })
  ).body;
  const campaign = await campaignOf(client);
  const way = (name: string, path: string, body: object, other: object): Way => ({
    name,
    ask: async (server, key, isOther = false) => {
      const headers = { 'idempotency-key': `${name} ${key}` };
      const sent = isOther ? { ...body, ...other } : body;
      const answer = await server.as().request('POST', path, sent, headers);
      return { status: answer.status, callId: answer.body.callId, code: answer.body.code };
    },
  });
  const asked = { phoneNumber: number, contactId };
  const goodbye = { message: 'Say goodbye.' };
  return [
    way('the specified route', `/api/twilio/${agentId}/call`, { ...asked, message }, goodbye),
    way('the route for programs', '/api/calls', { ...asked, agentId, message }, goodbye),
    way(
      'a template',
      '/api/calls',
      { ...asked, agentId, template: { id: template._id, values: { Patient: 'Ada' } } },
      { template: { id: template._id, values: { Patient: 'Ben' } } },
    ),
    way(
      'a test call',
      `/api/campaigns/${campaign}/test-call`,
      { phoneNumber: number, row: 2 },
      { phoneNumber: '+12025550124' },
    ),
  ];
}

async function campaignOf(client: DeskClient, name = 'A template'): Promise<string> {
  const { template } = (
    await client.request('POST', '/api/templates/templates', {
      ...(examples.createTemplate.body as object),
      name,
    })
  ).body;
  const body = { ...(examples.createCampaign.body as object), agentId, templateId: template._id };
  const { id } = (await client.request('POST', '/api/campaigns', body)).body.campaign;
  await client.request('PUT', `/api/campaigns/${id}/file`, examples.setCampaignFile.body as object);
  const rows = await client.request(
    'POST',
    `/api/campaigns/${id}/rows`,
    examples.addCampaignRows.body as object,
  );
  expect(rows.status).toBe(200);
  return id;
}

async function keyOf(client: DeskClient): Promise<string> {
  const permissions = ['calls.read', 'calls.place'];
  return (await client.request('POST', '/api/keys', { name: 'Assistant', permissions })).body.secret;
}

/** The confirmation of a preview is the key. One that is not used is kept for new requests: none of them places a call. */
function mcpWay(secret: string): Way {
  const call = { agentId, phoneNumber: number, message, contactId };
  const confirmations = new Map<string, string>();
  const use = async (server: Desk, name: string, input: object) => {
    const { body } = await askMcp(server.url, secret, '2026-07-28', 'tools/call', { name, arguments: input });
    return { isError: body.result.isError === true, said: JSON.parse(body.result.content[0].text) };
  };
  return {
    name: 'the tool of the MCP server',
    ask: async (server, key) => {
      for (const each of confirmations.size === 0 ? ['first', 'new'] : [])
        confirmations.set(each, (await use(desk, 'preview_call', call)).said.confirmation);
      const confirmation = confirmations.get(key);
      const { isError, said } = await use(server, 'place_call', { ...call, confirmation });
      return isError ? { status: 400, code: said.code } : { status: 200, callId: said.callId };
    },
  };
}

/** A call costs something, so that a limit can be reached. */
async function setPrice(client: DeskClient): Promise<void> {
  const { settings, revision } = (await client.request('GET', '/api/organization')).body.organization;
  const carrier = {
    ...{ outboundPerMinute: 100_000, inboundPerMinute: 10_000 },
    ...{ relayPerMinute: null, streamPerMinute: null },
  };
  const prices = { ...settings.prices, carrier };
  const saved = await client.request('PUT', '/api/organization', {
    ...{ revision, settings: { ...settings, prices, currency: 'USD' } },
  });
  expect(saved.status).toBe(200);
}

async function limitSpending(dayMicros: number | null): Promise<void> {
  const { revision } = (await desk.as().request('GET', '/api/spending')).body.spending;
  const limits = { dayMicros, monthMicros: null, rates: [] };
  const saved = await desk.as().request('PUT', '/api/spending/limits', { revision, limits });
  expect(saved.status).toBe(200);
}

test('CL19: a repeated test call gets its call, whatever has become of the row and the campaign', async () => {
  const client = desk.as();
  const path = `/api/campaigns/${await campaignOf(client, 'Another template')}`;
  const ask = async (key: string, row: number | null) => {
    const body = { phoneNumber: '+12025550125', row };
    const answer = await client.request('POST', `${path}/test-call`, body, { 'idempotency-key': key });
    return answer.body.callId ?? answer.body.code;
  };
  const calls = [await ask('a test of any row', null), await ask('a test of row 2', 2)];
  expect(calls).toEqual([expect.stringMatching(/-/), expect.stringMatching(/-/)]);
  expect(calls[0]).not.toBe(calls[1]);
  const again = async () => [await ask('a test of any row', null), await ask('a test of row 2', 2)];
  const dialled = desk.lab.calls().length;

  const { recipients } = (await client.request('GET', `${path}/recipients?limit=10`)).body;
  const [first] = recipients;
  const cells = first.cells.map((cell: string) => (cell === 'Ada Weber' ? 'Ada Long' : cell));
  expect(cells).not.toEqual(first.cells);
  expect((await client.request('PUT', `${path}/recipients/2`, { file: 1, cells })).status).toBe(200);
  expect(await again()).toEqual(calls);
  for (const { row, state } of recipients)
    if (state === 'pending')
      expect((await client.request('POST', `${path}/recipients/${row}/hold`)).status).toBe(200);
  expect(await again()).toEqual(calls);
  expect(await ask('a new test', null)).toBe('campaign_not_ready');
  expect(await ask('a test of row 2', 3)).toBe('idempotency_key_reused');
  const { events } = (await client.request('GET', `${path}/events`)).body;
  expect(events.filter(({ kind }: { kind: string }) => kind === 'tested')).toHaveLength(2);

  expect((await client.request('DELETE', path)).status).toBe(200);
  expect(await again()).toEqual(calls);
  expect(await ask('a new test', 2)).toBe('campaign_not_found');
  expect(desk.lab.calls()).toHaveLength(dialled);
});

interface Refusal {
  readonly code: string;
  /** Makes it so, and says how it is undone. */
  begin(): Promise<() => Promise<unknown>>;
  readonly server?: () => Desk;
  /** Whom it does not concern. */
  readonly except?: string;
}

const nothing = async () => async () => {};
const refusals: readonly Refusal[] = [
  { code: 'daily_limit_reached', begin: nothing, server: () => fewCalls },
  { code: 'country_not_allowed', begin: nothing, server: () => onlyGermany },
  {
    code: 'spending_limit_reached',
    begin: async () => {
      await limitSpending(1);
      return () => limitSpending(null);
    },
  },
  {
    code: 'do_not_call',
    begin: async () => {
      const { entry } = (await desk.as().request('POST', '/api/do-not-call', { number })).body;
      return () => desk.as().request('DELETE', `/api/do-not-call/${entry.id}`, { reason: 'A test.' });
    },
  },
  {
    code: 'agent_archived',
    begin: async () => {
      await desk.as().request('POST', `/api/agents/${agentId}/archive`);
      return () => desk.as().request('POST', `/api/agents/${agentId}/unarchive`);
    },
  },
  {
    code: 'contact_not_found',
    begin: async () => {
      await desk.as().request('DELETE', `/api/contacts/${contactId}`);
      return async () => {};
    },
    except: 'a test call',
  },
  {
    code: 'phone_disconnected',
    begin: async () => {
      expect(await desk.organization.disconnect()).toMatchObject({ status: 200 });
      return async () => {};
    },
  },
];

test.each(refusals)(
  'CL19 MC7: a repeat gets its call where a new one is refused by now with $code',
  async (refusal) => {
    const end = await refusal.begin();
    const server = refusal.server?.() ?? desk;
    const dialled = desk.lab.calls().length;
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const { name, ask } of ways) {
      const isConcerned = name !== refusal.except;
      const isTool = name.includes('MCP');
      answers[name] = {
        fresh: isConcerned ? (await ask(server, 'new')).code : refusal.code,
        again: await ask(server, 'first'),
        other: isTool ? 'idempotency_key_reused' : (await ask(server, 'first', true)).code,
      };
      expected[name] = { fresh: refusal.code, again: first.get(name), other: 'idempotency_key_reused' };
    }
    await end();
    expect(answers).toEqual(expected);
    expect(desk.lab.calls()).toHaveLength(dialled);
  },
);
