import {
  emptyConduct,
  emptyHttpTool,
  type HttpToolConfig,
  type McpServer,
  type McpTool,
  type Tool,
  type ToolSecret,
  type TryToolResponse,
} from '@parley/contract';

export const toolIdOf = (n: number) => `019a8b5e-6c00-7000-a200-${String(n).padStart(12, '0')}`;
const at = '2026-10-13T10:00:00.000Z';
const person = { displayName: 'Ines Marchetti' };

export const findTimes: HttpToolConfig = {
  ...emptyHttpTool('find_free_times'),
  purpose: 'Finds free times for an appointment on a day. Use it before you offer a time.',
  title: 'Looked up free times',
  inputs: {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date', description: 'The day, such as 2026-10-20.' },
      part: { type: 'string', enum: ['morning', 'afternoon'], description: 'Which half of it.' },
    },
    required: ['day'],
    additionalProperties: false,
  },
  address: 'https://calendar.example.com/practices/{practice}/free',
  headers: [{ name: 'Authorization', value: { kind: 'secret', prefix: 'Bearer ', secret: 'calendar-key' } }],
  constants: [{ name: 'practice', value: 'gs-dental' }],
  variables: [{ name: 'first_slot', path: 'slots.0.start' }],
  sampleInput: { day: '2026-10-20' },
  sampleAnswer: '{"slots":[{"start":"2026-10-20T10:00"}]}',
  sayMeanwhile: 'Let me look at the calendar.',
};

export const bookTime: HttpToolConfig = {
  ...findTimes,
  name: 'book_appointment',
  purpose: 'Books a free time for a patient. Use it only after the patient has agreed to the time.',
  title: 'Booked an appointment',
  method: 'POST',
  address: 'https://calendar.example.com/practices/{practice}/appointments',
  changes: true,
  honoursKey: true,
  variables: [],
  sampleAnswer: '{"booked":true}',
};

export function toolOf(n: number, config: HttpToolConfig, more: Partial<Tool> = {}): Tool {
  const agents = n === 1 ? [{ id: 'gs-dental', displayName: 'GS Dental' }] : [];
  return {
    id: toolIdOf(n),
    kind: 'http',
    name: config.name,
    purpose: config.purpose,
    method: config.method,
    host: new URL(config.address.replaceAll(/[{}]/g, '')).host,
    changes: config.changes,
    usedBy: agents.length,
    problem: null,
    revision: 1,
    changedAt: at,
    config,
    createdAt: at,
    changedBy: person,
    agents,
    ...more,
  };
}

export function mcpToolOf(name: string, description: string, more: Partial<McpTool> = {}): McpTool {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
    hash: name.padEnd(64, '0'),
    allowed: false,
    state: 'new',
    offered: null,
    ...emptyConduct(),
    ...more,
  };
}

export function mcpServerOf(n: number, more: Partial<McpServer> = {}): McpServer {
  return {
    id: toolIdOf(500 + n),
    name: 'Orders',
    address: 'https://orders.example.com/mcp',
    headers: [],
    tools: [
      mcpToolOf('find_order', 'Finds an order by its number.', { allowed: true, state: 'same' }),
      mcpToolOf('cancel_order', 'Cancels an order that was not sent yet.'),
    ],
    lastListedAt: at,
    problem: null,
    usedBy: 0,
    revision: 1,
    changedAt: at,
    ...more,
  };
}

/** What the server says of `find_order` now. */
export const changedOrder = {
  description: 'Finds an order by its number and the name on it.',
  inputSchema: {
    type: 'object',
    properties: { number: { type: 'string' }, name: { type: 'string' } },
    required: ['number', 'name'],
  },
  hash: 'f'.repeat(64),
};

/** The tools of the fake server. */
export class ToolsDesk {
  tools: Tool[] = [toolOf(1, findTimes), toolOf(2, bookTime)];
  servers: McpServer[] = [mcpServerOf(1)];
  secrets: ToolSecret[] = [
    { name: 'calendar-key', setAt: at, setBy: person, usedBy: [findTimes.name, bookTime.name] },
    { name: 'old-key', setAt: at, setBy: null, usedBy: [] },
  ];
  /** What the next look at an MCP server finds. */
  listed: McpTool[] = [];
  /** The answer of a try. */
  tried: Partial<TryToolResponse> = {};
  #last = 100;

  clear(): void {
    this.tools = [];
    this.servers = [];
    this.secrets = [];
  }

  add(config: HttpToolConfig): Tool {
    this.#last += 1;
    return this.put(toolOf(this.#last, config));
  }

  put(tool: Tool): Tool {
    const others = this.tools.filter(({ id }) => id !== tool.id);
    this.tools = [...others, tool].toSorted((one, other) => one.name.localeCompare(other.name));
    return tool;
  }

  putServer(server: McpServer): McpServer {
    this.servers = [...this.servers.filter(({ id }) => id !== server.id), server];
    return server;
  }
}
