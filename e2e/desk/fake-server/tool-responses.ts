import type {
  CreateMcpServerBody,
  HttpToolConfig,
  McpServer,
  SaveMcpServerBody,
  Tool,
  TryToolBody,
} from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { bookTime, findTimes, mcpServerOf, type ToolsDesk } from './tools-desk.ts';

function refused(status: number, code: string, error: string, details?: unknown): FakeResponse {
  return { status, body: { error, code, ...(details === undefined ? {} : { details }) } };
}

const noTool = refused(404, 'tool_not_found', 'There is no such tool.');
const noServer = refused(404, 'mcp_server_not_found', 'There is no such MCP server.');
const changed = refused(409, 'tool_changed', 'Somebody else has changed this meanwhile.');

/** The responses of the routes of tools; null for others. */
export function toolResponse({ toolsDesk: desk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  if (!request.route.includes('/api/tools')) return null;
  const found = desk.tools.find(({ id }) => id === request.id);
  switch (request.route) {
    case 'GET /api/tools':
      return { body: { tools: desk.tools.map(summaryOf) } };
    case 'POST /api/tools': {
      const { config } = request.body as { config: HttpToolConfig };
      const isTaken = desk.tools.some(({ name }) => name === config.name);
      return isTaken ? nameTaken : { body: { tool: desk.add(config) } };
    }
    case 'GET /api/tools/:id':
      return found === undefined ? noTool : { body: { tool: found } };
    case 'PUT /api/tools/:id':
      return found === undefined ? noTool : saved(desk, found, request.body);
    case 'DELETE /api/tools/:id':
      if (found === undefined) return noTool;
      if (found.agents.length > 0)
        return refused(409, 'tool_in_use', 'An agent uses this tool.', {
          agents: found.agents.map(({ displayName }) => displayName),
        });
      desk.tools = desk.tools.filter((tool) => tool !== found);
      return { body: { deleted: true } };
    case 'POST /api/tools/try':
      return { body: tried(desk, request.body as TryToolBody) };
    case 'POST /api/tools/openapi':
      return { body: openApi };
    default:
      return request.route.includes('/secrets')
        ? secretResponse(desk, request)
        : serverResponse(desk, request);
  }
}

const nameTaken = refused(409, 'tool_name_taken', 'Another tool has this name.');

function summaryOf({ config: _, createdAt: __, changedBy: ___, agents: ____, ...summary }: Tool) {
  return summary;
}

function saved(desk: ToolsDesk, tool: Tool, body: unknown): FakeResponse {
  const { revision, config } = body as { revision: number; config: HttpToolConfig };
  if (revision !== tool.revision) return changed;
  const { name, purpose, method, changes } = config;
  return {
    body: { tool: desk.put({ ...tool, name, purpose, method, changes, config, revision: revision + 1 }) },
  };
}

function tried(desk: ToolsDesk, body: TryToolBody) {
  const config = body.kind === 'http' ? body.config : findTimes;
  const sample = config.changes && !config.runInSandbox;
  return {
    request: {
      method: config.method,
      url: 'https://calendar.example.com/practices/gs-dental/free?day=2026-10-20',
      headers: [{ name: 'Authorization', value: 'Bearer ••••••••' }],
      body: null,
    },
    answer: { status: 200, contentType: 'application/json', body: config.sampleAnswer, cut: false },
    sample,
    ms: sample ? 0 : 412,
    problem: null,
    variables: sample ? {} : { first_slot: '2026-10-20T10:00' },
    ...desk.tried,
  };
}

const operationOf = (path: string, tool: HttpToolConfig) => ({
  operationId: tool.name,
  method: tool.method,
  path,
  summary: tool.purpose,
  tool,
  problem: null,
});

const openApi = {
  title: 'Dental calendar',
  operations: [
    operationOf('/practices/{practice}/free', findTimes),
    operationOf('/practices/{practice}/appointments', { ...bookTime, name: 'create_appointment' }),
    operationOf('/practices/{practice}/hours', { ...findTimes, name: 'opening_hours' }),
    {
      operationId: 'upload_picture',
      method: 'POST',
      path: '/pictures',
      summary: 'Stores an X-ray picture.',
      tool: null,
      problem: 'Its body is no JSON.',
    },
  ],
};

function secretResponse(desk: ToolsDesk, { route, id }: ReceivedRequest): FakeResponse | null {
  const found = desk.secrets.find(({ name }) => name === id);
  switch (route) {
    case 'GET /api/tools/secrets':
      return { body: { secrets: desk.secrets } };
    case 'PUT /api/tools/secrets/:id': {
      const setBy = { displayName: 'Ines Marchetti' };
      const secret = { name: id, setAt: '2026-10-13T11:00:00.000Z', setBy, usedBy: found?.usedBy ?? [] };
      desk.secrets = [...desk.secrets.filter((each) => each !== found), secret];
      return { body: { secrets: desk.secrets } };
    }
    case 'DELETE /api/tools/secrets/:id':
      if (found === undefined) return refused(404, 'tool_secret_not_found', 'There is no such secret.');
      if (found.usedBy.length > 0)
        return refused(409, 'tool_secret_in_use', 'A tool uses this secret.', { tools: found.usedBy });
      desk.secrets = desk.secrets.filter((each) => each !== found);
      return { body: { deleted: true } };
    default:
      return null;
  }
}

function serverResponse(desk: ToolsDesk, { route, id, body }: ReceivedRequest): FakeResponse | null {
  const found = desk.servers.find((server) => server.id === id);
  switch (route.replace('/api/tools/mcp', '')) {
    case 'GET ':
      return { body: { servers: desk.servers } };
    case 'POST ': {
      const made = mcpServerOf(desk.servers.length + 10, body as CreateMcpServerBody);
      const tools = made.tools.map((tool) => ({ ...tool, allowed: false, state: 'new' as const }));
      return { body: { server: desk.putServer({ ...made, tools }) } };
    }
    case 'PUT /:id':
      return found === undefined ? noServer : savedServer(desk, found, body as SaveMcpServerBody);
    case 'POST /:id/look': {
      if (found === undefined) return noServer;
      const tools = found.tools.map((tool) => desk.listed.find(({ name }) => name === tool.name) ?? tool);
      const lastListedAt = '2026-10-13T12:00:00.000Z';
      const revision = found.revision + 1;
      return { body: { server: desk.putServer({ ...found, tools, lastListedAt, revision }) } };
    }
    case 'DELETE /:id':
      if (found === undefined) return noServer;
      desk.servers = desk.servers.filter((server) => server !== found);
      return { body: { deleted: true } };
    default:
      return null;
  }
}

function savedServer(desk: ToolsDesk, server: McpServer, body: SaveMcpServerBody): FakeResponse {
  const { revision, name, address, headers } = body;
  if (revision !== server.revision) return changed;
  const tools = server.tools.map((tool) => {
    const options = body.tools.find((each) => each.name === tool.name);
    if (options === undefined) return tool;
    const isAccepted = tool.offered !== null && options.hash === tool.offered.hash;
    const looked = isAccepted && tool.offered !== null ? { ...tool.offered, offered: null } : {};
    const state = isAccepted || tool.state === 'new' ? ('same' as const) : tool.state;
    return { ...tool, ...options, hash: tool.hash, ...looked, state };
  });
  const next = { ...server, name, address, headers, tools, revision: revision + 1 };
  return { body: { server: desk.putServer(next) } };
}
