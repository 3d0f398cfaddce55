import { createHash } from 'node:crypto';

export interface DescribedMcpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a tool of an MCP server is pinned by: everything of it that a model reads. The order of keys does not count. */
export function mcpToolHash({ name, description, inputSchema }: DescribedMcpTool): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted({ name, description, inputSchema })))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
