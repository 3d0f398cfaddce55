import { emptyConduct, emptyHttpTool, type HttpToolConfig, type McpTool } from '@parley/contract';
import { expect, test } from 'vitest';
import { createHostGuard } from '../../lib/host-guard.ts';
import type { EndpointRequest } from '../../ports/endpoint.ts';
import type { McpServerStore, StoredTool } from '../../ports/tool-store.ts';
import type { ToolRequest, TransportOutcome } from '../../ports/tool-transport.ts';
import { tryToolEndpoint } from './try-tool.ts';

const answered: TransportOutcome = {
  ...{ kind: 'answered', status: 200, body: '{"slots":[]}', variables: { first: 'ten' } },
  ...{ contentType: 'application/json', cut: false },
};

const config = (change: Partial<HttpToolConfig> = {}): HttpToolConfig => ({
  ...emptyHttpTool('find_times'),
  ...{ purpose: 'Finds free times.', address: 'https://calendar.example.com/free' },
  inputs: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  headers: [{ name: 'Authorization', value: { kind: 'secret', prefix: 'Bearer ', secret: 'key' } }],
  ...change,
});

const mcpTool: McpTool = {
  ...{ name: 'find', description: 'Finds.', hash: 'looked-at', allowed: false, state: 'changed' },
  inputSchema: { type: 'object' },
  offered: {
    ...{ description: 'Finds otherwise.', hash: 'of-now' },
    inputSchema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  },
  ...emptyConduct(),
};

function open(outcome: TransportOutcome = answered, tool: McpTool = mcpTool) {
  const sent: ToolRequest<unknown>[] = [];
  const run = async (request: ToolRequest<unknown>) => {
    sent.push(request);
    return outcome;
  };
  const taken: string[] = [];
  const others = [{ id: 'other', config: config({ variables: [{ name: 'order', path: 'id' }] }) }];
  const server = {
    address: 'https://orders.example.com/mcp',
    config: { schema: 1, headers: [], tools: [tool] },
  };
  const { tryTool } = tryToolEndpoint({
    tools: { list: async () => others as unknown as StoredTool[] },
    servers: {
      get: async (_tenant: string, id: string) => (id === 'server' ? server : null),
    } as unknown as Pick<McpServerStore, 'get'>,
    ...{ http: { run }, mcp: { run } },
    guardOf: () => createHostGuard({ loopback: false, hosts: [] }),
    isSandbox: () => false,
    limit: { take: (tenantId) => void taken.push(tenantId) },
  });
  const ask = (body: object) => tryTool({ caller: { tenantId: 'one' }, body } as EndpointRequest<'tryTool'>);
  return {
    ...{ sent, taken },
    http: (change: Partial<HttpToolConfig> = {}, input: object = { day: 'Monday' }) =>
      ask({ kind: 'http', config: config(change), input }),
    mcp: (input: object, name = 'find', id = 'server') => ask({ kind: 'mcp', server: id, name, input }),
  };
}

test('TL11: a tool is carried out once, and what was sent is shown without its secrets', async () => {
  const { http, sent, taken } = open();
  expect(await http()).toEqual({
    request: {
      ...{ method: 'GET', url: 'https://calendar.example.com/free?day=Monday', body: null },
      headers: [{ name: 'Authorization', value: 'Bearer ••••••••' }],
    },
    answer: { status: 200, contentType: 'application/json', body: '{"slots":[]}', cut: false },
    ...{ sample: false, ms: expect.any(Number), problem: null, variables: { first: 'ten' } },
  });
  expect(sent).toMatchObject([
    { tenantId: 'one', sandbox: false, limitMs: 10_000, input: { day: 'Monday' } },
  ]);
  expect(sent[0]?.idempotencyKey).toMatch(/^try:/);
  expect(taken).toEqual(['one']);
});

test('TL11: what an earlier answer would give is filled with its name', async () => {
  const { http, sent } = open();
  const { request } = await http({ address: 'https://calendar.example.com/{order}' });
  expect(request?.url).toBe('https://calendar.example.com/order?day=Monday');
  expect(sent[0]?.known).toEqual({ order: 'order' });
});

test.each([
  ['inputs that do not fit', {}, { day: 7 }, /^These inputs do not fit/],
  [
    'a value that cannot stand in the address',
    { address: 'https://calendar.example.com/{day}' },
    { day: '..' },
    /./,
  ],
])('TL11: of %s nothing is sent', async (_what, change, input, problem) => {
  const { http, sent } = open();
  expect(await http(change, input)).toMatchObject({
    request: null,
    answer: null,
    problem: expect.stringMatching(problem),
  });
  expect(sent).toEqual([]);
});

test('TL11: a tool that changes something gives its sample, unless it may be carried out', async () => {
  const { http, sent } = open();
  const booking = { method: 'POST', changes: true, sampleAnswer: '{"booked":true}' } as const;
  expect(await http(booking)).toMatchObject({
    ...{ sample: true, ms: 0, problem: null },
    request: { method: 'POST', body: '{"day":"Monday"}' },
    answer: { status: null, body: '{"booked":true}' },
  });
  expect(sent).toEqual([]);
  expect(await http({ ...booking, runInSandbox: true })).toMatchObject({ sample: false });
  expect(sent).toHaveLength(1);
});

test.each<[TransportOutcome, string]>([
  [{ kind: 'refused', why: 'The secret "key" is missing.' }, 'The secret "key" is missing.'],
  [{ kind: 'not_sent', why: 'The service could not be reached.' }, 'The service could not be reached.'],
  [{ kind: 'lost', why: 'No answer came within 10 seconds.' }, 'No answer came within 10 seconds.'],
  [{ ...answered, status: 503 } as TransportOutcome, 'The service answered with status 503.'],
])('TL11: what went wrong is said: %o', async (outcome, problem) => {
  expect(await open(outcome).http()).toMatchObject({ problem, request: { method: 'GET' } });
});

test('TL11: a tool of an MCP server is tried as the server describes it now', async () => {
  const { mcp, sent } = open();
  expect(await mcp({ day: 'Monday' })).toMatchObject({ sample: false, answer: { status: 200 } });
  expect(sent).toMatchObject([{ tool: { name: 'find', hash: 'of-now' }, input: { day: 'Monday' } }]);
  expect(await mcp({})).toMatchObject({ request: null, problem: expect.stringMatching(/^These inputs/) });
  expect(sent).toHaveLength(1);
});

test('TL11: a tool that no MCP server has is none', async () => {
  const { mcp } = open();
  await expect(mcp({}, 'another')).rejects.toMatchObject({ code: 'tool_not_found' });
  await expect(mcp({}, 'find', 'elsewhere')).rejects.toMatchObject({ code: 'tool_not_found' });
});
