import { type McpServer, type ToolRef, type ToolSummary, toolRefKey } from '@parley/contract';

/** A tool that can be chosen, or was. */
export interface OfferedTool {
  key: string;
  ref: ToolRef;
  name: string;
  purpose: string;
  changes: boolean;
  /** The MCP server that it belongs to. */
  server: string | null;
  /** Why it cannot be used; null when it can. */
  why: string | null;
}

/** HTTP tools, then those allowed of MCP servers, then what was chosen and is no longer there. */
export function offeredTools(
  tools: readonly ToolSummary[],
  servers: readonly McpServer[],
  use: readonly ToolRef[],
): OfferedTool[] {
  const chosen = new Set(use.map(toolRefKey));
  const http = tools.map(({ id, name, purpose, changes, problem }) =>
    offer({ ref: { id, name }, name, purpose, changes, server: null, why: problem }),
  );
  const mcp = servers.flatMap((server) =>
    server.tools
      .map((tool) =>
        offer({
          ref: { server: server.id, name: tool.name },
          name: tool.name,
          purpose: tool.description,
          changes: tool.changes,
          server: server.name,
          why: whyNot(tool),
        }),
      )
      .filter(({ key, why }) => why === null || chosen.has(key)),
  );
  const known = new Set([...http, ...mcp].map(({ key }) => key));
  const missing = use
    .filter((ref) => !known.has(toolRefKey(ref)))
    .map((ref) =>
      offer({
        ref,
        name: ref.name ?? 'A tool',
        purpose: '',
        changes: false,
        server: null,
        why: 'It is not there any more.',
      }),
    );
  return [...http, ...mcp, ...missing];
}

function offer(tool: Omit<OfferedTool, 'key'>): OfferedTool {
  return { key: toolRefKey(tool.ref), ...tool };
}

function whyNot({ allowed, state }: McpServer['tools'][number]): string | null {
  if (!allowed) return 'It is not allowed.';
  if (state === 'changed')
    return 'Its server describes it otherwise now. It is refused until somebody has looked at it.';
  return state === 'gone' ? 'Its server lists it no more.' : null;
}
