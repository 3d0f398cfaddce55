import * as z from 'zod/mini';
import { maxCharacters } from '../max-characters.ts';
import { jsonObject, toolConduct, toolHeaders } from './http-tool.ts';
import { toolLimits } from './limits.ts';

const instant = z.iso.datetime();

/** A tool as an MCP server describes it. The hash is over all three. */
export const mcpToolDefinition = z.object({
  description: z.string(),
  inputSchema: jsonObject,
  hash: z.string(),
});
export type McpToolDefinition = z.infer<typeof mcpToolDefinition>;

/**
 * `same`: as it was allowed. `changed`: the server describes it otherwise now, and it is refused until somebody has
 * looked at it. `gone`: the server lists it no more. `new`: nobody has looked at it.
 */
export const mcpToolState = z.enum(['same', 'changed', 'gone', 'new']);

export const mcpTool = z.object({
  name: z.string(),
  /** As somebody has looked at it; what agents are offered. */
  ...mcpToolDefinition.shape,
  allowed: z.boolean(),
  state: mcpToolState,
  /** As the server describes it now, where that differs. */
  offered: z.nullable(mcpToolDefinition),
  ...toolConduct,
});
export type McpTool = z.infer<typeof mcpTool>;

/** What is stored of an MCP server besides its name and address. */
export const mcpServerConfig = z.object({
  schema: z.literal(1),
  headers: toolHeaders,
  tools: z.array(mcpTool),
});
export type McpServerConfig = z.infer<typeof mcpServerConfig>;

export const mcpServer = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string(),
  headers: toolHeaders,
  tools: z.array(mcpTool),
  /** Null: it was never reached. */
  lastListedAt: z.nullable(instant),
  /** Why it could not be reached, in a sentence. */
  problem: z.nullable(z.string()),
  /** How many agents use one of its tools. */
  usedBy: z.int(),
  revision: z.int(),
  changedAt: instant,
});
export type McpServer = z.infer<typeof mcpServer>;

const place = {
  name: z.string().check(
    z.refine((text) => text.trim() !== '', 'Give the server a name.'),
    maxCharacters(
      toolLimits.mcpServerNameMax,
      `A name may have at most ${toolLimits.mcpServerNameMax} characters.`,
    ),
  ),
  address: z.string().check(z.maxLength(toolLimits.addressMax)),
  headers: toolHeaders,
};

/** Its tools are listed at once; none is allowed yet. */
export const createMcpServerBody = z.object(place);
export type CreateMcpServerBody = z.infer<typeof createMcpServerBody>;

/**
 * Tools that are left out stay as they are. `hash` is of the description that was looked at: naming the one that is
 * offered accepts it, naming the earlier one leaves it as it is.
 */
export const saveMcpServerBody = z.object({
  revision: z.int().check(z.minimum(1)),
  ...place,
  tools: z
    .array(z.object({ name: z.string(), hash: z.string(), allowed: z.boolean(), ...toolConduct }))
    .check(z.maxLength(toolLimits.mcpToolsMax)),
});
export type SaveMcpServerBody = z.infer<typeof saveMcpServerBody>;

export const mcpServersResponse = z.object({ servers: z.array(mcpServer) });
export const mcpServerResponse = z.object({ server: mcpServer });
