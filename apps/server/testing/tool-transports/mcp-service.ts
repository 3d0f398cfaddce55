import type { ServerResponse } from 'node:http';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { SeenRequest } from './hostile-service.ts';

export interface McpServiceOptions {
  /** Refuses what is of before 2026, or after. */
  readonly speaks?: 'both' | 'modern' | 'greeted';
  readonly mode?: 'auto' | 'sse';
  description?: string;
}

/** An MCP server by those who specify the protocol. */
export function mcpService(options: McpServiceOptions = {}) {
  const made: unknown[] = [];
  const { speaks = 'both', mode = 'auto' } = options;
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'calendar', version: '1.0.0' });
      server.registerTool(
        'find_times',
        {
          description: options.description ?? 'Finds free times.',
          inputSchema: z.object({ day: z.string() }),
          annotations: { readOnlyHint: true },
        },
        async ({ day }) => {
          made.push(day);
          return { content: [{ type: 'text', text: `${day}: 10:00` }] };
        },
      );
      server.registerTool(
        'fail',
        { description: 'Fails.', inputSchema: z.object({ day: z.string() }) },
        async () => ({ content: [{ type: 'text', text: 'The calendar is closed.' }], isError: true }),
      );
      return server;
    },
    { responseMode: mode, legacy: speaks === 'modern' ? 'reject' : 'stateless' },
  );
  const answer = async ({ method, url, headers, body }: SeenRequest, response: ServerResponse) => {
    if (speaks === 'greeted' && headers['mcp-method'] !== undefined) {
      // As servers of before 2026 that look at the version first.
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Unsupported protocol version"}}',
      );
      return;
    }
    const answered = await handler.fetch(
      new Request(`http://mcp.test${url}`, {
        ...{ method, body },
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
      }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  };
  return { answer, made, options };
}

export function isToolCall({ body }: SeenRequest): boolean {
  return body.includes('"tools/call"');
}
