import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { examples } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
let secret: string;
let campaignId: string;

beforeAll(async () => {
  desk = await openDesk();
  const { body } = await desk.client.request('POST', '/api/keys', {
    name: 'Assistant',
    permissions: [
      ...['calls.read', 'templates.read', 'agents.read', 'contacts.read', 'follow-ups.read'],
      ...['campaigns.read', 'calls.place', 'dnc.add'],
    ],
  });
  secret = body.secret;
  const ask = async (path: string, asked: object) => (await desk.client.request('POST', path, asked)).body;
  const { template } = await ask('/api/templates/templates', examples.createTemplate.body as object);
  const settings = { ...(examples.createCampaign.body as object), name: 'Recall', templateId: template._id };
  campaignId = (await ask('/api/campaigns', settings)).campaign.id;
});
afterAll(() => desk.stop());

/** What both generations of the official client have in common. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const about = { name: 'test', version: '1' };
const withKey = () => ({ requestInit: { headers: { authorization: `Bearer ${secret}` } } });

async function second(mode: 'auto' | 'legacy'): Promise<AnyClient> {
  const client = new Client(about, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${desk.url}/mcp`), withKey()));
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
  return client as AnyClient;
}

async function first(): Promise<AnyClient> {
  const client = new FirstClient(about);
  const transport = new FirstTransport(new URL(`${desk.url}/mcp`), withKey());
  await client.connect(transport as Parameters<FirstClient['connect']>[0]);
  return client as unknown as AnyClient;
}

test.each([
  ['of the second generation, current revision', () => second('auto'), '+15005550110'],
  ['of the second generation, previous revision', () => second('legacy'), '+15005550111'],
  ['of the first generation', first, '+15005550112'],
])('MC4: the official client %s lists and calls all tools', async (_name, open, phoneNumber) => {
  const client = await open();
  const use = async (name: string, input: Record<string, unknown>) => {
    const result = (await client.callTool({ name, arguments: input })) as {
      isError?: boolean;
      content: { text: string }[];
    };
    return { isError: result.isError === true, said: JSON.parse(result.content[0]?.text ?? 'null') };
  };
  const call = { agentId: 'gs-dental', phoneNumber, message: 'Say hello.' };
  const { said: shown } = await use('preview_call', call);
  const { said: placed } = await use('place_call', { ...call, confirmation: shown.confirmation });
  expect(placed.to).toBe(phoneNumber);
  expect(desk.lab.calls().filter(({ to }) => to === phoneNumber)).toHaveLength(1);
  const inputs: Record<string, Record<string, unknown>> = {
    list_calls: {},
    get_call: { callId: placed.callId },
    search_calls: { words: phoneNumber.slice(1) },
    list_agents: {},
    list_templates: {},
    list_contacts: {},
    find_contact: { text: 'a' },
    list_campaigns: {},
    get_campaign: { campaignId },
    list_follow_ups: {},
    add_do_not_call: { number: phoneNumber },
  };
  for (const [name, input] of Object.entries(inputs))
    expect(await use(name, input)).toMatchObject({ isError: false });
  const read = await use('get_campaign', { campaignId });
  expect(read.said.campaign).toMatchObject({ id: campaignId, name: 'Recall' });
  const missing = await use('get_campaign', { campaignId: '019a8b5e-6c00-7000-8000-00000000000a' });
  expect(missing).toMatchObject({ isError: true, said: { code: 'campaign_not_found' } });
  const { tools } = await client.listTools();
  const used = [...Object.keys(inputs), 'preview_call', 'place_call'];
  expect(tools.map(({ name }) => name).toSorted()).toEqual(used.toSorted());
  await client.close();
});
