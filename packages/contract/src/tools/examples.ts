import type { RouteExample } from '../route-example.ts';
import { emptyConduct, emptyHttpTool, type HttpToolConfig } from './http-tool.ts';
import type { McpServer } from './mcp-server.ts';
import type { toolRoutes } from './routes.ts';
import type { Tool, ToolSecret, ToolSummary } from './tool.ts';
import type { ShownToolCall } from './tool-call.ts';

const at = '2026-10-13T10:02:00.000Z';
const answer = '{"slots":[{"start":"2026-10-20T10:00"}]}';

export const exampleToolConfig: HttpToolConfig = {
  ...emptyHttpTool('find_free_times'),
  purpose: 'Finds free times for an appointment on a day.',
  title: 'Looked up free times',
  inputs: {
    type: 'object',
    properties: { day: { type: 'string', description: 'The day, as YYYY-MM-DD.' } },
    required: ['day'],
    additionalProperties: false,
  },
  address: 'https://calendar.example.com/practices/{practice}/free',
  headers: [{ name: 'Authorization', value: { kind: 'secret', prefix: 'Bearer ', secret: 'calendar-key' } }],
  constants: [{ name: 'practice', value: 'gs-dental' }],
  variables: [{ name: 'first_slot', path: 'slots.0.start' }],
  sampleInput: { day: '2026-10-20' },
  sampleAnswer: answer,
};

const summary: ToolSummary = {
  id: '019a8b5e-6c00-7000-8000-000000000040',
  kind: 'http',
  name: exampleToolConfig.name,
  purpose: exampleToolConfig.purpose,
  method: 'GET',
  host: 'calendar.example.com',
  changes: false,
  usedBy: 1,
  problem: null,
  revision: 1,
  changedAt: at,
};

export const exampleTool: Tool = {
  ...summary,
  config: exampleToolConfig,
  createdAt: at,
  changedBy: { displayName: 'Ines Marchetti' },
  agents: [{ id: 'gs-dental', displayName: 'GS Dental' }],
};

export const exampleMcpServer: McpServer = {
  id: '019a8b5e-6c00-7000-8000-000000000041',
  name: 'Orders',
  address: 'https://orders.example.com/mcp',
  headers: [],
  tools: [
    {
      name: 'find_order',
      description: 'Finds an order by its number.',
      inputSchema: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
      hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      allowed: true,
      state: 'same',
      offered: null,
      ...emptyConduct(),
      title: 'Looked up the order',
    },
  ],
  lastListedAt: at,
  problem: null,
  usedBy: 0,
  revision: 1,
  changedAt: at,
};

const exampleSecret: ToolSecret = {
  name: 'calendar-key',
  setAt: at,
  setBy: { displayName: 'Ines Marchetti' },
  usedBy: [summary.name],
};

export const exampleToolCall: ShownToolCall = {
  id: 'call00001',
  ordinal: 0.5,
  name: summary.name,
  title: exampleToolConfig.title,
  state: 'done',
  at,
  ms: 412,
  sample: false,
  changes: false,
  tries: 1,
  input: exampleToolConfig.sampleInput,
  answer,
  delivery: null,
  followUpId: null,
};

const { id: _, ...mcp } = exampleMcpServer;
const place = { name: mcp.name, address: mcp.address, headers: mcp.headers };
const allowed = mcp.tools.map(({ description, inputSchema, state, offered, ...tool }) => tool);

/** Of the routes of `tools/routes.ts`. */
export const toolExamples: Readonly<Record<keyof typeof toolRoutes, RouteExample>> = {
  listTools: { response: { tools: [summary] } },
  createTool: { body: { config: exampleToolConfig }, response: { tool: exampleTool } },
  tryTool: {
    body: { kind: 'http', config: exampleToolConfig, input: exampleToolConfig.sampleInput },
    response: {
      request: {
        method: 'GET',
        url: 'https://calendar.example.com/practices/gs-dental/free?day=2026-10-20',
        headers: [{ name: 'Authorization', value: 'Bearer ••••••••' }],
        body: null,
      },
      answer: { status: 200, contentType: 'application/json', body: answer, cut: false },
      sample: false,
      ms: 412,
      problem: null,
      variables: { first_slot: '2026-10-20T10:00' },
    },
  },
  readOpenApi: {
    body: { address: 'https://calendar.example.com/openapi.json' },
    response: {
      title: 'Calendar',
      operations: [
        {
          operationId: 'findFreeTimes',
          method: 'GET',
          path: '/practices/{practice}/free',
          summary: 'Free times of a day.',
          tool: exampleToolConfig,
          problem: null,
        },
      ],
    },
  },
  listToolSecrets: { response: { secrets: [exampleSecret] } },
  putToolSecret: {
    params: { name: exampleSecret.name },
    body: { value: 'an-example-key' },
    response: { secrets: [exampleSecret] },
  },
  deleteToolSecret: { params: { name: exampleSecret.name }, response: { deleted: true } },
  listMcpServers: { response: { servers: [exampleMcpServer] } },
  createMcpServer: { body: place, response: { server: exampleMcpServer } },
  saveMcpServer: {
    body: { revision: 1, ...place, tools: allowed },
    response: { server: { ...exampleMcpServer, revision: 2 } },
  },
  lookAtMcpServer: { response: { server: exampleMcpServer } },
  deleteMcpServer: { query: 'revision=1', response: { deleted: true } },
  getTool: { response: { tool: exampleTool } },
  saveTool: {
    body: { revision: 1, config: exampleToolConfig },
    response: { tool: { ...exampleTool, revision: 2 } },
  },
  deleteTool: { query: 'revision=1', response: { deleted: true } },
};
