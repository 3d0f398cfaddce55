import type { McpServer, ToolSummary } from '@parley/contract';

interface FoundTools {
  tools: readonly ToolSummary[];
  servers: readonly McpServer[];
}

/** Those whose name or purpose contains all the words; an MCP server also by a tool that it lists. */
export function foundTools(
  tools: readonly ToolSummary[],
  servers: readonly McpServer[],
  search: string,
): FoundTools {
  const words = wordsOf(search).split(' ');
  const matches = (...texts: string[]) => {
    const text = wordsOf(texts.join(' '));
    return words.every((word) => text.includes(word));
  };
  return {
    tools: tools.filter(({ name, purpose }) => matches(name, purpose)),
    servers: servers.filter(
      (server) =>
        matches(server.name) || server.tools.some(({ name, description }) => matches(name, description)),
    ),
  };
}

/** `find_free_times` is found as "free times". */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}
