import type { ToolHeader } from '@parley/contract';

/** Which tools an MCP server has. */
export interface McpDirectory {
  list(server: McpServerAddress): Promise<McpListing>;
}

export interface McpServerAddress {
  readonly tenantId: string;
  readonly address: string;
  readonly headers: readonly ToolHeader[];
  /** In the sandbox it may stand on this machine. */
  readonly sandbox: boolean;
}

export type McpListing =
  | { readonly kind: 'listed'; readonly tools: readonly ListedMcpTool[] }
  /** `refused`: nothing was sent. Both with a sentence. */
  | { readonly kind: 'refused' | 'unreachable'; readonly why: string };

export interface ListedMcpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Of these three: a tool that is described otherwise is another one. */
  readonly hash: string;
  /** Whether it says that it changes nothing. */
  readonly readOnly: boolean;
}
