import {
  emptyConduct,
  type McpServerConfig,
  type McpTool,
  type McpToolDefinition,
  type SaveMcpServerBody,
} from '@parley/contract';
import type { ListedMcpTool } from '../../ports/mcp-directory.ts';

function definitionOf({ description, inputSchema, hash }: ListedMcpTool): McpToolDefinition {
  return { description, inputSchema: { ...inputSchema }, hash };
}

function newTool(listed: ListedMcpTool): McpTool {
  return {
    ...emptyConduct(),
    ...definitionOf(listed),
    ...{ name: listed.name, allowed: false, state: 'new', offered: null },
    // What does not say that it only reads counts as changing something.
    changes: !listed.readOnly,
  };
}

/**
 * What is known of the tools of a server after they were listed anew. A tool that somebody has looked at keeps its
 * description until somebody looks again; the other one is shown beside it, and the tool is refused meanwhile.
 */
export function afterListing(known: readonly McpTool[], listed: readonly ListedMcpTool[]): McpTool[] {
  const there = new Map(listed.map((tool) => [tool.name, tool]));
  const names = new Set(known.map(({ name }) => name));
  const kept = known.flatMap((tool): McpTool[] => {
    const now = there.get(tool.name);
    if (!now) return tool.state === 'new' ? [] : [{ ...tool, state: 'gone', offered: null }];
    if (tool.state === 'new') return [{ ...tool, ...definitionOf(now) }];
    return now.hash === tool.hash
      ? [{ ...tool, state: 'same', offered: null }]
      : [{ ...tool, state: 'changed', offered: definitionOf(now) }];
  });
  return [...kept, ...listed.filter(({ name }) => !names.has(name)).map(newTool)];
}

/** What somebody has decided about tools; null where they looked at a description that is there no more. */
export function afterLooking(
  known: McpServerConfig['tools'],
  decided: SaveMcpServerBody['tools'],
): McpTool[] | null {
  const decisions = new Map(decided.map((decision) => [decision.name, decision]));
  const names = new Set(known.map(({ name }) => name));
  if (decided.some(({ name }) => !names.has(name))) return null;
  let stale = false;
  const tools = known.map((tool): McpTool => {
    const decision = decisions.get(tool.name);
    if (!decision) return tool;
    const { offered } = tool;
    if (offered && decision.hash === offered.hash)
      return { ...tool, ...offered, ...decision, state: 'same', offered: null };
    if (decision.hash !== tool.hash) stale = true;
    return { ...tool, ...decision, state: tool.state === 'new' ? 'same' : tool.state };
  });
  return stale ? null : tools;
}
