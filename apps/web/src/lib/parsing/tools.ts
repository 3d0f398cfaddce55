import {
  type McpServer,
  mcpServer,
  mcpServerResponse,
  readOpenApiResponse,
  secretInUseDetails,
  type Tool,
  type ToolSecret,
  type ToolSummary,
  toolInUseDetails,
  toolInvalidDetails,
  toolResponse,
  toolSecret,
  toolSummary,
  tryToolResponse,
} from '@parley/contract';
import { asObject, parseList } from './json.ts';

export function parseTools(body: unknown): ToolSummary[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.tools)) return undefined;
  return parseList(fields.tools, 'tool', (value) => toolSummary.safeParse(value).data ?? null);
}

export function parseTool(body: unknown): Tool | undefined {
  return toolResponse.safeParse(body).data?.tool;
}

export function parseToolSecrets(body: unknown): ToolSecret[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.secrets)) return undefined;
  return parseList(fields.secrets, 'secret', (value) => toolSecret.safeParse(value).data ?? null);
}

export function parseMcpServers(body: unknown): McpServer[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.servers)) return undefined;
  return parseList(fields.servers, 'MCP server', (value) => mcpServer.safeParse(value).data ?? null);
}

export function parseMcpServer(body: unknown): McpServer | undefined {
  return mcpServerResponse.safeParse(body).data?.server;
}

export function parseToolTry(body: unknown) {
  return tryToolResponse.safeParse(body).data;
}

export function parseOpenApi(body: unknown) {
  return readOpenApiResponse.safeParse(body).data;
}

/** What is wrong with a tool, in the details of `tool_invalid`. */
export function parseToolProblems(details: unknown): { path: string; sentence: string }[] {
  return toolInvalidDetails.safeParse(details).data?.problems ?? [];
}

/** Who uses it, in the details of `tool_in_use` and `tool_secret_in_use`. */
export function parseUsers(details: unknown): string[] {
  return (
    toolInUseDetails.safeParse(details).data?.agents ??
    secretInUseDetails.safeParse(details).data?.tools ??
    []
  );
}
